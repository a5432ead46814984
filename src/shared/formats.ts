import { type Separators, separatorsOf } from './amounts.ts';

/**
 * How the person's system writes what is not a matter of language. Main knows it and tells the window. `region`: the locale of
 * its regional settings, for tables; what that comes to is found out for the first table, not at each start.
 */
export type Formats = { readonly sizes: 'binary' | 'decimal'; readonly region: string };

/** Until the system is known. */
export const usualFormats: Formats = { sizes: 'decimal', region: 'en' };

/** How numbers may be written: the sign that parts thousands, then the one before decimals. `system`: as its language has it. */
export const numberFormats = [
  'system',
  'comma-point',
  'point-comma',
  'space-comma',
  'apostrophe-point',
  'comma-point-in-twos',
] as const;

export type NumberFormat = (typeof numberFormats)[number];

/** A language that writes them so. */
const languages: { readonly [Format in Exclude<NumberFormat, 'system'>]: string } = {
  'comma-point': 'en',
  'point-comma': 'de',
  'space-comma': 'fr',
  'apostrophe-point': 'de-CH',
  'comma-point-in-twos': 'en-IN',
};

const made = new Map<string, Separators>();

/** `systemLocale`: of the language that the system speaks to the person. */
export function separatorsFor(format: NumberFormat, systemLocale: string): Separators {
  const locale = format === 'system' ? systemLocale : languages[format];
  const known = made.get(locale) ?? separatorsOf(locale);
  made.set(locale, known);
  return known;
}

/**
 * For questions that no page may word: a page alone can choose a format in which a thousand reads as one to this person. In any
 * that is not the system's a blank parts thousands, which nobody takes for the sign before decimals.
 */
export function separatorsForQuestions(format: NumberFormat, chosen: Separators): Separators {
  return format === 'system' ? chosen : { ...separatorsFor('space-comma', ''), decimal: chosen.decimal };
}
