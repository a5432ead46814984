/** Windows use about ten, in one language and one or two zones. */
const MOST = 32;
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A format for times, made once for its language (undefined: this machine's), zone and style. What a format takes lies
 * outside of what the garbage collector counts: forty thousand that nobody held any more took 800 MiB.
 */
export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale ?? null, options]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MOST) formats.clear();
  formats.set(key, made);
  return made;
}
