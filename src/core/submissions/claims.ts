/** `blake2b256`: of the bytes, null until the file was read. `submitAnyway`: the user may pay for them twice. */
export type BytesToSend = {
  readonly accountId: string;
  readonly blake2b256: string | null;
  readonly submitAnyway: boolean;
};

/**
 * The result of a claim. `elsewhere`: another desk has claimed the bytes `at` (UTC instant), or has submitted them.
 * `unavailable`: the team could not be asked.
 */
export type ClaimAnswer =
  | { readonly kind: 'granted' }
  | { readonly kind: 'unavailable' }
  | {
      readonly kind: 'elsewhere';
      readonly desk: string;
      readonly at: string;
      readonly submissionId: string | null;
    };

/** Claims bytes among the desks of a team, so that no two desks send the same ones. */
export type Claims = {
  /** True if the bytes may be sent by this desk. */
  has(bytes: BytesToSend): boolean;
  /** Claims bytes. With `submitAnyway`, takes the claim from another desk. Never rejects. */
  claim(bytes: BytesToSend): Promise<ClaimAnswer>;
  /** `ready` if the account's team can be asked, or if there is none. Nothing new is sent otherwise. */
  availability(accountId: string): 'ready' | 'connecting' | 'unreachable';
};

/** For a desk without a team. */
export const noClaims: Claims = {
  has: () => true,
  claim: () => Promise.resolve({ kind: 'granted' }),
  availability: () => 'ready',
};
