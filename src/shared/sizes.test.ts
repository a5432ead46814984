import fc from 'fast-check';
import { expect, test } from 'vitest';
import { separatorsOf } from './amounts.ts';
import { parseSize, serviceSize, sizeIn, sizeUnit, sizeUnitsOf, sizeWords } from './sizes.ts';

test('Windows counts by 1024 and writes KB, all others by 1000 and write kB', () => {
  expect(['win32', 'darwin', 'linux'].map(sizeUnitsOf)).toEqual(['binary', 'decimal', 'decimal']);
  expect(sizeWords(2_365, 'binary')).toBe('2.3 KB');
  expect(sizeWords(2_365, 'decimal')).toBe('2.4 kB');
});

test('a size is rounded, without zeros at the end, in the unit that what is shown belongs to', () => {
  const binary = [0, 1, 1_023, 1_024, 23_653, 236_544, 1_047_552, 1_048_575, 5 * 1024 ** 3];
  expect(binary.map((bytes) => sizeWords(bytes, 'binary'))).toEqual([
    ...['0 bytes', '1 byte', '1,023 bytes', '1 KB', '23.1 KB', '231 KB', '1,023 KB', '1 MB', '5 GB'],
  ]);
  const decimal = [999, 1_000, 9_994, 9_996, 99_960, 900_000_000, 999_499, 999_500, 5_000_000_000];
  expect(decimal.map((bytes) => sizeWords(bytes, 'decimal'))).toEqual([
    ...['999 bytes', '1 kB', '10 kB', '10 kB', '100 kB', '900 MB', '999 kB', '1 MB', '5 GB'],
  ]);
});

test('what is shown is never further from the size than half of its last digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.constantFrom('binary', 'decimal'), (bytes, units) => {
      const unit = sizeUnit(bytes, units);
      const shown = Number.parseFloat(sizeIn(bytes, unit).replace(',', '')) * unit.bytes;
      expect(Math.abs(shown - bytes)).toBeLessThanOrEqual(bytes * 0.051);
      expect(sizeWords(bytes, units)).toMatch(/^(?:1,)?\d{1,3} (bytes?|[kKMGTP]B)$|^\d{1,2}\.[1-9] [kKMGTP]B$/);
    }),
  );
});

test('sizes beside each other can share a unit', () => {
  expect(sizeIn(310_000, sizeUnit(4_000_000, 'decimal'))).toBe('0.31 MB');
  expect(sizeIn(0, sizeUnit(4_000_000, 'decimal'))).toBe('0 MB');
});

test('a size parts its thousands as all other numbers of its language do', () => {
  const unit = sizeUnit(4_000_000, 'decimal');
  const [english, german] = [separatorsOf('en'), separatorsOf('de')];
  expect(sizeIn(1_162_000_000, unit, english)).toBe('1,162 MB');
  expect(sizeIn(1_162_000_000, unit, german)).toBe('1.162 MB');
  expect(sizeIn(310_000, unit, german)).toBe('0,31 MB');
  expect(sizeWords(2_365, 'decimal', german)).toBe('2,4 kB');
});

/** As services write it. */
const inWords = (bytes: number): string => {
  const power = Math.min(5, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** power).toFixed(2)} ${['B', 'KB', 'MB', 'GB', 'TB', 'PB'][power]}`;
};

test('a size in the service’s words stands for a range that holds the size that it was made of', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), (bytes) => {
      const range = parseSize(inWords(bytes));
      expect(range?.min ?? Infinity).toBeLessThanOrEqual(bytes);
      expect(range?.max ?? -1).toBeGreaterThanOrEqual(bytes);
    }),
  );
});

test('what is no size in words is not parsed', () => {
  for (const text of ['', '12', 'KB', '-1 KB', '1 XB', '1.5 bytes', '99999999999 PB'])
    expect(parseSize(text)).toBeNull();
});

test('the service’s size is exact in digits and bytes, and about that much where it was rounded', () => {
  expect(serviceSize('2365')).toEqual({ bytes: 2_365, exact: true });
  expect(serviceSize('512.00 B')).toEqual({ bytes: 512, exact: true });
  expect(serviceSize('2.31 KB')).toEqual({ bytes: 2_366, exact: false });
  expect([null, 'much', '1'.repeat(16)].map(serviceSize)).toEqual([null, null, null]);
});
