/** Which of the two submission variants an account uses (service-interface.md, 4.1 and 4.2). */
export type SubmitBy = { readonly variant: 'api-key' } | { readonly variant: 'access-token'; readonly token: string };

/** Characters of a token's name. */
export const LONGEST_TOKEN_NAME = 200;
/** A longer list is gone through by nobody, and holds the window: then the name is typed. */
export const MOST_TOKEN_NAMES = 200;

export type CredentialKind = 'api-key' | 'access-token';

/** All that anybody gets to see of a credential once it is saved. */
export type CredentialNote = {
  readonly lastFour: string;
  /** When a JWT expires (UTC instant); null for a token that does not say. */
  readonly expiresAt: string | null;
};

/** Where credentials are kept: the system's keychain, or memory until the app ends (with the reason, in words). */
export type CredentialPlace = { readonly kind: 'keychain' } | { readonly kind: 'session'; readonly reason: string };

export const accountColours = ['teal', 'blue', 'violet', 'rose', 'amber', 'slate'] as const;
export type AccountColour = (typeof accountColours)[number];

/** What a person can change about an account. Addresses are as `readAddress` gives them. */
export type AccountSettings = {
  readonly name: string;
  readonly colour: AccountColour;
  readonly address: string;
  /** Where submissions by API key go when that is another host; else null. */
  readonly submitAddress: string | null;
  readonly submitBy: SubmitBy;
  /** Set by the person where probing finds none; else null. */
  readonly requestFundsPath: string | null;
  readonly tokenMapPath: string | null;
};

/** An account as the window may see it: never a credential. */
export type Account = AccountSettings & {
  readonly id: string;
  readonly kind: 'practice' | 'service';
  readonly credentials: { readonly apiKey: CredentialNote | null; readonly accessToken: CredentialNote | null };
  readonly place: CredentialPlace;
  /** Something keeps this account from submitting until a person acts; null when nothing does. */
  readonly trouble: AccountTrouble | null;
};

export type AccountTrouble = {
  readonly kind:
    | 'token-expires-soon'
    | 'token-expired'
    | 'unauthorised'
    | 'credential-missing'
    | 'keychain-locked'
    | 'secret-echoed'
    | 'lists-rest'
    | 'account-damaged';
  readonly message: string;
  /** The credential that was refused, where that may be another than the one that submits. */
  readonly credential?: CredentialKind;
};
