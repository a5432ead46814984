import type { Failure } from '../../shared/failures/failure.ts';

/**
 * The system's keychain: Keychain on macOS, Credential Manager on Windows, a Secret Service (GNOME Keyring, KWallet,
 * KeePassXC) on Linux. No method throws or waits forever.
 */
export type Keychain = {
  /**
   * Resolves with the secret of `entry`; null if there is none. The system may ask the user to unlock the keychain
   * first.
   */
  readonly read: (entry: string) => Promise<KeychainAnswer<string | null>>;
  /** Writes atomically: afterwards the entry holds the old secret or the new one. */
  readonly write: (entry: string, secret: string) => Promise<KeychainAnswer<null>>;
  /** Succeeds even if there is no such entry. */
  readonly remove: (entry: string) => Promise<KeychainAnswer<null>>;
};

/** `detail` is the system's own text and never contains a secret. */
export type KeychainFailure = Failure<
  'keychain-missing' | 'keychain-locked' | 'keychain-refused' | 'keychain-unanswering' | 'secret-too-long-for-keychain'
>;

export type KeychainAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: KeychainFailure };

/** The service name of all Dropslip entries, which users see in their keychain. */
export const KEYCHAIN_SERVICE = 'Dropslip';

type Sign = Exclude<KeychainFailure['code'], 'secret-too-long-for-keychain'>;

// Texts of GLib and libsecret (Linux), Security.framework (macOS) and FormatMessage (Windows).
const signs: readonly (readonly [RegExp, Sign])[] = [
  [/timeout was reached|timed out|NoReply|did not receive a reply/i, 'keychain-unanswering'],
  [/AccessDenied|not authori[sz]ed|access is denied/i, 'keychain-refused'],
  [/locked|dismissed|interaction is not allowed|IsLocked|already exists.*prompt/i, 'keychain-locked'],
  [
    /autolaunch|could not connect|ServiceUnknown|not provided by any|NameHasNoOwner|spawn.*bus|cannot open shared object|cannot find module|no such file|connection is closed|session wrapping the secret|could not be loaded|not a valid win32/i,
    'keychain-missing',
  ],
];

/** Classifies the error text of the system's keychain. */
export function readKeychainError(text: string, platform: NodeJS.Platform = process.platform): KeychainFailure {
  const code = signs.find(([sign]) => sign.test(text))?.[1] ?? 'keychain-refused';
  if (code === 'keychain-missing') return missingKeychain(text, platform);
  return { code, detail: text };
}

/** `system` lets the message name the keychain to install. */
export function missingKeychain(
  detail?: string,
  platform: NodeJS.Platform = process.platform,
): Failure<'keychain-missing'> {
  const system = platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other';
  return { code: 'keychain-missing', values: { system }, ...(detail === undefined ? {} : { detail }) };
}

/** Leaves the system's keychain alone. The vault then keeps secrets in memory. */
export class NoKeychain implements Keychain {
  isAsking(): boolean {
    return false;
  }

  read(_entry: string): Promise<KeychainAnswer<string | null>> {
    return missing();
  }

  write(_entry: string, _secret: string): Promise<KeychainAnswer<null>> {
    return missing();
  }

  remove(_entry: string): Promise<KeychainAnswer<null>> {
    return missing();
  }
}

async function missing(): Promise<KeychainAnswer<never>> {
  return {
    ok: false,
    error: { code: 'keychain-missing', values: { system: 'left-alone' }, detail: 'It is switched off.' },
  };
}
