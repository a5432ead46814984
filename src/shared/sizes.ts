const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/**
 * A size in words, 1024-based with two decimals: `0 bytes`, `1 byte`, `2.31 KB`. `bytes` is a whole number ≥ 0;
 * `decimal` parts whole and fraction.
 */
export function sizeWords(bytes: number, decimal = '.'): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let power = 1;
  // 1048575 bytes would read "1024.00 KB": the unit is chosen by what will be shown.
  while (power < units.length - 1 && Math.round((bytes / 1024 ** power) * 100) >= 102_400) power += 1;
  return `${(bytes / 1024 ** power).toFixed(2).replace('.', decimal)} ${units[power]}`;
}

/** The whole numbers of bytes that a size in words may stand for; both ends belong to it. */
export type SizeRange = { readonly min: number; readonly max: number };

const sizePattern = /^(\d+)(?:\.(\d+))?\s*(bytes?|b|([kmgtp])i?b)$/i;

/** `2.31 KB` as the range of bytes that is written so (1024-based), or null when the text is no size in words. */
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
