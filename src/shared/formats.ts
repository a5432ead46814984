import { type Separators, separatorsOf } from './amounts.ts';

/**
 * Formats of the user's system that do not depend on the language. Main sends them to the window. `region`: the locale
 * of the regional settings, for tables. Its formats are computed for the first table, not at each start.
 */
export type Formats = { readonly sizes: 'binary' | 'decimal'; readonly region: string };

/** The formats before main has sent them. */
export const usualFormats: Formats = { sizes: 'decimal', region: 'en' };

/** Number formats: the thousands separator, then the decimal separator. `system`: that of the system's language. */
export const numberFormats = [
  'system',
  'comma-point',
  'point-comma',
  'space-comma',
  'apostrophe-point',
  'comma-point-in-twos',
] as const;

export type NumberFormat = (typeof numberFormats)[number];

/** A language with this format. */
const languages: { readonly [Format in Exclude<NumberFormat, 'system'>]: string } = {
  'comma-point': 'en',
  'point-comma': 'de',
  'space-comma': 'fr',
  'apostrophe-point': 'de-CH',
  'comma-point-in-twos': 'en-IN',
};

const made = new Map<string, Separators>();

/** `systemLocale`: the locale of the system's language. */
export function separatorsFor(format: NumberFormat, systemLocale: string): Separators {
  const locale = format === 'system' ? systemLocale : languages[format];
  const known = made.get(locale) ?? separatorsOf(locale);
  made.set(locale, known);
  return known;
}

/**
 * The separators for questions that no page may influence: a page could choose a format in which a thousand looks like
 * one to this user. Formats other than the system's therefore use a space between thousands, which nobody reads as a
 * decimal separator.
 */
export function separatorsForQuestions(format: NumberFormat, chosen: Separators): Separators {
  return format === 'system' ? chosen : { ...separatorsFor('space-comma', ''), decimal: chosen.decimal };
}
