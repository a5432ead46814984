export const accountColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'slate'] as const;
export type AccountColour = (typeof accountColours)[number];

/**
 * The kind of service behind an address: `contract` (service-interface.md), `deployed` (as the contract, with the
 * extensions of deployments) or `credits` (an account has credits instead of tokens).
 */
export const serviceKinds = ['contract', 'deployed', 'credits'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** No user reads a longer list, and it slows down the window. The user types the name instead. */
export const MOST_TOKEN_NAMES = 200;

type Reader = { readonly kind: string; readonly credentials: { readonly accessToken: object | null } };

/** True if the account's credentials can read the service's records. An API key alone can only submit. */
export function readsRecords({ kind, credentials }: Reader): boolean {
  return kind === 'practice' || credentials.accessToken !== null;
}

type Payer = { readonly serviceKind: ServiceKind | null; readonly submitBy: { readonly variant: string } };

/** False if only the API key can submit, as on services with credits. An account that uses its token there can leave it. */
export function canChooseToken({ serviceKind, submitBy }: Payer): boolean {
  return serviceKind !== 'credits' || submitBy.variant === 'access-token';
}

/** Characters. Anybody may try passphrases on permanently public content, and shorter ones are found soon. */
export const SHORTEST_PASSPHRASE = 8;

export const passphraseProblems = ['empty', 'line-break', 'too-short'] as const;

/** Why a passphrase must not be used to encrypt; null if it may. Any passphrase may be tried to decrypt. */
export function problemOfPassphrase(typed: string): (typeof passphraseProblems)[number] | null {
  const characters = [...typed.trim()].length;
  if (characters === 0) return 'empty';
  if (/[\r\n]/.test(typed)) return 'line-break';
  return characters < SHORTEST_PASSPHRASE ? 'too-short' : null;
}
