/** Characters. Anybody may try passphrases on what is public for good, and shorter ones are found soon. */
export const SHORTEST_PASSPHRASE = 8;

export const passphraseProblems = ['empty', 'line-break', 'too-short'] as const;

/** Why something must not be encrypted with a passphrase; null if it may. To open something, any is tried. */
export function problemOfPassphrase(typed: string): (typeof passphraseProblems)[number] | null {
  const characters = [...typed.trim()].length;
  if (characters === 0) return 'empty';
  if (/[\r\n]/.test(typed)) return 'line-break';
  return characters < SHORTEST_PASSPHRASE ? 'too-short' : null;
}
