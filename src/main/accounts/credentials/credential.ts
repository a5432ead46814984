import { jwtExpiry } from './jwt.ts';

export const credentialKinds = ['api-key', 'access-token'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** What may be known of a secret without reading it, and the only part of it that is ever shown or kept in a file. */
export type CredentialFacts = {
  /** Its last four characters; empty for a secret so short that they would give it away. */
  readonly lastFour: string;
  /** When it ends, ISO 8601 in UTC. Null where it does not say: an API key, an opaque token. */
  readonly expiresAt: string | null;
};

export function factsOf(kind: CredentialKind, secret: string): CredentialFacts {
  return {
    lastFour: secret.length < 8 ? '' : secret.slice(-4),
    expiresAt: kind === 'access-token' ? jwtExpiry(secret) : null,
  };
}

export function sameFacts(one: CredentialFacts | null, other: CredentialFacts | null): boolean {
  return one?.lastFour === other?.lastFour && one?.expiresAt === other?.expiresAt;
}
