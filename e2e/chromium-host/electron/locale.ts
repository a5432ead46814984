const LANGUAGE_SWITCH = '--lang=';

/** The language that Electron's `--lang` switch asks for; null when it was not given, or is no language. */
export function askedLocale(argv: readonly string[]): string | null {
  const asked = argv.findLast((argument) => argument.startsWith(LANGUAGE_SWITCH))?.slice(LANGUAGE_SWITCH.length) ?? '';
  try {
    return Intl.getCanonicalLocales(asked)[0] ?? null;
  } catch {
    return null;
  }
}

/** Switches that make Chromium prefer a language, as Electron does with its own switch. */
export function localeSwitches(locale: string | null): readonly string[] {
  return locale === null ? [] : [`--lang=${locale}`, `--accept-lang=${locale}`];
}

type Session = { send(method: 'Emulation.setLocaleOverride', parameters: { locale: string }): Promise<unknown> };

/** Chromium formats for its own language files, of which an installed one may have but one: the window is told apart. */
export async function applyLocale(session: Session, locale: string | null): Promise<void> {
  if (locale !== null) await session.send('Emulation.setLocaleOverride', { locale });
}
