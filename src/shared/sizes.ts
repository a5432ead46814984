import { groupDigits, type Separators, separatorsOf } from './amounts.ts';

/** Size units of a system: Windows uses 1024 and `KB`; macOS and Linux desktops use 1000 and `kB`. */
export type SizeUnits = 'binary' | 'decimal';

/**
 * Formats of the user's system that do not depend on the language. Main sends them to the window. `region`: the locale
 * of the regional settings, for tables. Its formats are computed for the first table, not at each start.
 */
export type Formats = { readonly sizes: SizeUnits; readonly region: string };

/** The formats before main has sent them. */
export const usualFormats: Formats = { sizes: 'decimal', region: 'en' };

const names = {
  binary: ['KB', 'MB', 'GB', 'TB', 'PB'],
  decimal: ['kB', 'MB', 'GB', 'TB', 'PB'],
} as const;

/** `platform`: a value of `process.platform`. */
export function sizeUnitsOf(platform: string): SizeUnits {
  return platform === 'win32' ? 'binary' : 'decimal';
}

const english = (): Separators => separatorsOf('en');

/** A rounded size as text: `0 bytes`, `1 byte`, `2.4 kB`, `1 MB`, `900 MB`. `bytes` is a whole number ≥ 0. */
export function sizeWords(bytes: number, units: SizeUnits, separators: Separators = english()): string {
  return bytes === 1 ? '1 byte' : sizeIn(bytes, sizeUnit(bytes, units), separators);
}

/** A unit of size; `bytes`: the number of bytes in it. */
export type SizeUnit = { readonly name: string; readonly bytes: number };

/** The best unit for a size. For several sizes in a group, use the unit of the largest. */
export function sizeUnit(bytes: number, units: SizeUnits): SizeUnit {
  const factor = units === 'binary' ? 1024 : 1000;
  let unit: SizeUnit = { name: 'bytes', bytes: 1 };
  for (const name of names[units]) {
    // Chooses the unit by the rounded value: 1048575 bytes would otherwise read "1024 KB".
    if (Number(rounded(bytes / unit.bytes)) < factor) break;
    unit = { name, bytes: unit.bytes * factor };
  }
  return unit;
}

/** A size in a given unit: `0.31 MB`, `1,162 MB`. */
export function sizeIn(bytes: number, unit: SizeUnit, separators: Separators = english()): string {
  const plain = unit.bytes === 1 ? String(bytes) : rounded(bytes / unit.bytes);
  return `${groupDigits(plain, separators)} ${unit.name}`;
}

/** At most three digits, without trailing zeros. */
function rounded(value: number): string {
  return String(Number(value.toFixed(value < 0.995 ? 2 : value < 99.95 ? 1 : 0)));
}

/** The whole numbers of bytes that a rounded size may mean, both ends inclusive. */
export type SizeRange = { readonly min: number; readonly max: number };

const sizePattern = /^(\d+)(?:\.(\d+))?\s*(bytes?|b|([kmgtp])i?b)$/i;

/** Parses the service's `2.31 KB` as a range of bytes (1024-based). Null if the text is not a size. */
export function parseSize(text: string): SizeRange | null {
  const match = sizePattern.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', fraction = '', , letter] = match;
  const factor = letter === undefined ? 1 : 1024 ** ('kmgtp'.indexOf(letter.toLowerCase()) + 1);
  const value = Number(`${whole}.${fraction}0`) * factor;
  if (!Number.isSafeInteger(Math.ceil(value))) return null;
  if (factor === 1) return /^0*$/.test(fraction) ? { min: value, max: value } : null;
  // The last digit may be rounded or cut, so the range extends by one step of it on both sides.
  const step = factor / 10 ** fraction.length;
  return { min: Math.max(0, Math.floor(value - step)), max: Math.ceil(value + step) };
}

/** A size in whole bytes. `exact` is false if the service rounded it. */
export type ServiceSize = { readonly bytes: number; readonly exact: boolean };

/** The service's size, in digits or as text; null if it is not a size. */
export function serviceSize(amountData: string | null): ServiceSize | null {
  if (amountData === null) return null;
  if (/^\d{1,15}$/.test(amountData)) return { bytes: Number(amountData), exact: true };
  const range = parseSize(amountData);
  if (range === null) return null;
  return { bytes: Math.round((range.min + range.max) / 2), exact: range.min === range.max };
}
