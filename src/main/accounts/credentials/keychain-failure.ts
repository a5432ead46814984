import type { KeychainFailure } from './keychain.ts';

type Trouble = KeychainFailure['code'];

const install: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux:
    'No keychain was found on this system. Install “gnome-keyring” (Debian, Ubuntu, Fedora) or KWallet (KDE), sign out and in again, and start Dropslip anew.',
  darwin: 'The macOS keychain could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
  win32: 'Windows Credential Manager could not be reached. Start Dropslip anew; if it stays, install Dropslip again.',
};

const messages: Readonly<Record<Exclude<Trouble, 'keychain-missing'>, string>> = {
  'keychain-locked': 'Your keychain is locked. Unlock it (your system may be asking for it right now), then try again.',
  'keychain-refused':
    'Your keychain refused Dropslip. Look in its settings whether Dropslip is denied access, then try again.',
};

// The texts are those of GLib and libsecret (Linux), Security.framework (macOS) and FormatMessage (Windows).
const signs: readonly (readonly [RegExp, Trouble])[] = [
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
  code: Trouble,
  detail: string,
  platform: NodeJS.Platform = process.platform,
): KeychainFailure {
  const message =
    code === 'keychain-missing' ? (install[platform] ?? 'No keychain was found on this system.') : messages[code];
  return { code, message, detail };
}
