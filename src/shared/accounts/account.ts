export const accountColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'slate'] as const;
export type AccountColour = (typeof accountColours)[number];

/** A longer list is gone through by nobody, and holds the window: then the name is typed. */
export const MOST_TOKEN_NAMES = 200;

type Reader = { readonly kind: string; readonly credentials: { readonly accessToken: object | null } };

/** Whether its credentials can read the service's records: an API key alone submits, and reads nothing. */
export function readsRecords({ kind, credentials }: Reader): boolean {
  return kind === 'practice' || credentials.accessToken !== null;
}
