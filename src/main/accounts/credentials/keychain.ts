import type { Failure } from '../../../shared/bridge/failure.ts';

/**
 * The system's keychain: Keychain on macOS, Credential Manager on Windows, a Secret Service (GNOME Keyring, KWallet,
 * KeePassXC) on Linux. Every answer is data; nothing is thrown and nothing waits for ever.
 */
export type Keychain = {
  /** The secret kept under `entry`; null when there is none. The system may ask the person to unlock first. */
  readonly read: (entry: string) => Promise<KeychainAnswer<string | null>>;
  /** Puts `secret` under `entry` in one step: afterwards there is the old one or the new one, never neither. */
  readonly write: (entry: string, secret: string) => Promise<KeychainAnswer<null>>;
  /** Succeeds also when there was nothing under `entry`. */
  readonly remove: (entry: string) => Promise<KeychainAnswer<null>>;
  /** Whether secrets can be kept here now. Finds out by keeping one, so ask when a person asked. */
  readonly probe: () => Promise<KeychainState>;
};

/** Why the keychain gave no answer. `message` says what to do; `detail` is the system's own text, never a secret. */
export type KeychainFailure = Failure<'keychain-missing' | 'keychain-locked' | 'keychain-refused'>;

export type KeychainAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: KeychainFailure };

export type KeychainState =
  | { readonly kind: 'available' }
  /** There is none; `message` says what to install. */
  | { readonly kind: 'missing'; readonly message: string; readonly detail: string }
  /** There is one and it waits for the person, or the person sent it away. */
  | { readonly kind: 'locked'; readonly message: string; readonly detail: string }
  /** There is one and it said no. */
  | { readonly kind: 'refused'; readonly message: string; readonly detail: string };

/** The service name under which every entry of Dropslip stands, for people who look into their keychain. */
export const KEYCHAIN_SERVICE = 'Dropslip';
