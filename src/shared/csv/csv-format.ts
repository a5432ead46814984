import { separatorsOf } from '../amounts/amounts.ts';

export type CsvFormat = { readonly separator: ',' | ';' };

/** There a comma is the list separator of nobody, though decimals stand behind a point. */
const pointAndSemicolon = new Set(['CH', 'LI']);

/**
 * As spreadsheets of a region expect it: they part cells at its list separator, which is `;` where decimals stand behind a
 * comma. `locale`: the one of the system's regional settings, which need not be the language that it speaks.
 */
export function csvFormatOf(locale: string): CsvFormat {
  const known = regional(locale);
  if (known === null) return { separator: ',' };
  if (separatorsOf(known.baseName).decimal === ',') return { separator: ';' };
  const hasSemicolon = pointAndSemicolon.has(known.maximize().region ?? '');
  return { separator: hasSemicolon ? ';' : ',' };
}

function regional(locale: string): Intl.Locale | null {
  try {
    return new Intl.Locale(locale);
  } catch {
    // `C` and `POSIX` are locales of a system and no language.
    return null;
  }
}
