import { groupDigits, type Separators } from './amounts.ts';
import { separatorsFor } from './formats.ts';

/** How a system counts sizes: Windows by 1024 and writes `KB`, macOS and the desktops of Linux by 1000 and write `kB`. */
export type SizeUnits = 'binary' | 'decimal';

const names = {
  binary: ['KB', 'MB', 'GB', 'TB', 'PB'],
  decimal: ['kB', 'MB', 'GB', 'TB', 'PB'],
} as const;

/** `platform`: as `process.platform` says it. */
export function sizeUnitsOf(platform: string): SizeUnits {
  return platform === 'win32' ? 'binary' : 'decimal';
}

const english = (): Separators => separatorsFor('comma-point', '');

/** A size in words, rounded: `0 bytes`, `1 byte`, `2.4 kB`, `1 MB`, `900 MB`. `bytes` is a whole number ≥ 0. */
export function sizeWords(bytes: number, units: SizeUnits, separators: Separators = english()): string {
  return bytes === 1 ? '1 byte' : sizeIn(bytes, sizeUnit(bytes, units), separators);
}

/** What sizes are counted in; `bytes` are in one of it. */
export type SizeUnit = { readonly name: string; readonly bytes: number };

/** What a size is best written in: of several beside each other, that of the largest is for all. */
export function sizeUnit(bytes: number, units: SizeUnits): SizeUnit {
  const factor = units === 'binary' ? 1024 : 1000;
  let unit: SizeUnit = { name: 'bytes', bytes: 1 };
  for (const name of names[units]) {
    // 1048575 bytes would read "1024 KB": the unit is chosen by what will be shown.
    if (Number(rounded(bytes / unit.bytes)) < factor) break;
    unit = { name, bytes: unit.bytes * factor };
  }
  return unit;
}

/** A size in a unit that was chosen for it: `0.31 MB`, `1,162 MB`. */
export function sizeIn(bytes: number, unit: SizeUnit, separators: Separators = english()): string {
  const plain = unit.bytes === 1 ? String(bytes) : rounded(bytes / unit.bytes);
  return `${groupDigits(plain, separators)} ${unit.name}`;
}

/** At most three digits, without zeros at the end. */
function rounded(value: number): string {
  return String(Number(value.toFixed(value < 0.995 ? 2 : value < 99.95 ? 1 : 0)));
}

/** The whole numbers of bytes that a size in words may stand for; both ends belong to it. */
export type SizeRange = { readonly min: number; readonly max: number };

const sizePattern = /^(\d+)(?:\.(\d+))?\s*(bytes?|b|([kmgtp])i?b)$/i;

/** The service's `2.31 KB` as the range of bytes that is written so (1024-based), or null when the text is no size in words. */
export function parseSize(text: string): SizeRange | null {
  const match = sizePattern.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', , letter] = match;
  const factor = letter === undefined ? 1 : 1024 ** ('kmgtp'.indexOf(letter.toLowerCase()) + 1);
  const value = Number(`${whole}.${fraction}0`) * factor;
  if (!Number.isSafeInteger(Math.ceil(value))) return null;
  if (factor === 1) return /^0*$/.test(fraction) ? { min: value, max: value } : null;
  // The last digit shown may have been rounded or cut: one whole step of it either way.
  const step = factor / 10 ** fraction.length;
  return { min: Math.max(0, Math.floor(value - step)), max: Math.ceil(value + step) };
}

/** A size in whole bytes. `exact` is false where the service has rounded it. */
export type ServiceSize = { readonly bytes: number; readonly exact: boolean };

/** What the service says of a size, in digits or in words; null where that is no size. */
export function serviceSize(amountData: string | null): ServiceSize | null {
  if (amountData === null) return null;
  if (/^\d{1,15}$/.test(amountData)) return { bytes: Number(amountData), exact: true };
  const range = parseSize(amountData);
  if (range === null) return null;
  return { bytes: Math.round((range.min + range.max) / 2), exact: range.min === range.max };
}
