import type { SizeUnits } from './sizes.ts';

/**
 * How the person's system writes what is not a matter of language. Main knows it and tells the window. `region`: the locale of
 * its regional settings, for tables; what that comes to is found out for the first table, not at each start.
 */
export type Formats = { readonly sizes: SizeUnits; readonly region: string };

/** Until the system is known. */
export const usualFormats: Formats = { sizes: 'decimal', region: 'en' };
