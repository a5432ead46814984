import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percent } from './percent.ts';

test('it is 100 when everything is done, and only then', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (done, total) => {
      expect(percent(done, total) === 100).toBe(done >= total);
    }),
  );
});

test('it is a whole number from 0 to 100', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (done, total) => {
      const share = percent(done, total);
      expect(Number.isInteger(share) && share >= 0 && share <= 100).toBe(true);
    }),
  );
});
