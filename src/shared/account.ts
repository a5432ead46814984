export const accountColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'slate'] as const;
export type AccountColour = (typeof accountColours)[number];

/** A longer list is gone through by nobody, and holds the window: then the name is typed. */
export const MOST_TOKEN_NAMES = 200;

type Reader = { readonly kind: string; readonly credentials: { readonly accessToken: object | null } };

/** Whether its credentials can read the service's records: an API key alone submits, and reads nothing. */
export function readsRecords({ kind, credentials }: Reader): boolean {
  return kind === 'practice' || credentials.accessToken !== null;
}

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
