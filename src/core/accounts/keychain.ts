import type { Failure } from '../../shared/failures/failure.ts';

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
};

/** Why the keychain gave no answer. `detail` is the system's own text, never a secret. */
export type KeychainFailure = Failure<
  'keychain-missing' | 'keychain-locked' | 'keychain-refused' | 'keychain-unanswering' | 'secret-too-long-for-keychain'
>;

export type KeychainAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: KeychainFailure };

/** The service name under which every entry of Dropslip stands, for people who look into their keychain. */
export const KEYCHAIN_SERVICE = 'Dropslip';

type Sign = Exclude<KeychainFailure['code'], 'secret-too-long-for-keychain'>;

// The texts are those of GLib and libsecret (Linux), Security.framework (macOS) and FormatMessage (Windows).
const signs: readonly (readonly [RegExp, Sign])[] = [
  [/timeout was reached|timed out|NoReply|did not receive a reply/i, 'keychain-unanswering'],
  [/AccessDenied|not authori[sz]ed|access is denied/i, 'keychain-refused'],
  [/locked|dismissed|interaction is not allowed|IsLocked|already exists.*prompt/i, 'keychain-locked'],
  [
    /autolaunch|could not connect|ServiceUnknown|not provided by any|NameHasNoOwner|spawn.*bus|cannot open shared object|cannot find module|no such file|connection is closed|session wrapping the secret|could not be loaded|not a valid win32/i,
    'keychain-missing',
  ],
];

/** What the text of an error from the system's keychain means for a person. */
export function readKeychainError(text: string, platform: NodeJS.Platform = process.platform): KeychainFailure {
  const code = signs.find(([sign]) => sign.test(text))?.[1] ?? 'keychain-refused';
  if (code === 'keychain-missing') return missingKeychain(text, platform);
  return { code, detail: text };
}

/** There is none: which to install depends on the system. */
export function missingKeychain(
  detail?: string,
  platform: NodeJS.Platform = process.platform,
): Failure<'keychain-missing'> {
  const system = platform === 'linux' || platform === 'darwin' || platform === 'win32' ? platform : 'other';
  return { code: 'keychain-missing', values: { system }, ...(detail === undefined ? {} : { detail }) };
}

/** Stands where the system's keychain is to be left alone: secrets live in the vault's memory, as where there is none. */
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
