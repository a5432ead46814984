import { type CsvFormat, csvFormatOf } from './csv/csv-format.ts';
import { type SizeUnits, sizeUnitsOf } from './sizes.ts';

/** How the person's system writes what is not a matter of language. Main knows it and tells the window. */
export type Formats = { readonly sizes: SizeUnits; readonly csv: CsvFormat };

/** `platform`: as `process.platform` says it. `locale`: of the system's regional settings. */
export function formatsOf(platform: string, locale: string): Formats {
  return { sizes: sizeUnitsOf(platform), csv: csvFormatOf(locale) };
}

/** Until the system is known. */
export const usualFormats: Formats = formatsOf('', 'en');
