import type { Failure } from '../../../shared/failures/failure.ts';

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

type FailureCode = KeychainFailure['code'];

const install: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux:
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, and start Dropslip anew.',
  darwin: 'The macOS keychain could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
  win32: 'Windows Credential Manager could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
};

const messages: Readonly<Record<Exclude<FailureCode, 'keychain-missing'>, string>> = {
  'keychain-locked': 'Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  'keychain-refused':
    'Your keychain refused Dropslip. Look in its settings whether Dropslip is denied access, then try again.',
};

// The texts are those of GLib and libsecret (Linux), Security.framework (macOS) and FormatMessage (Windows).
const signs: readonly (readonly [RegExp, FailureCode])[] = [
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
  return keychainFailure(code, text, platform);
}

export function keychainFailure(
  code: FailureCode,
  detail: string,
  platform: NodeJS.Platform = process.platform,
): KeychainFailure {
  const message =
    code === 'keychain-missing' ? (install[platform] ?? 'No keychain was found on this system.') : messages[code];
  return { code, message, detail };
}
