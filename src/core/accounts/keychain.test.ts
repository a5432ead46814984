import { expect, test } from 'vitest';
import { readKeychainError } from './keychain.ts';

const texts: readonly (readonly [string, string])[] = [
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'keychain-missing'],
  ['Could not connect: No such file or directory', 'keychain-missing'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'keychain-missing'],
  ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'keychain-missing'],
  ['Cannot create an item in a locked collection', 'keychain-locked'],
  ['Prompt was dismissed', 'keychain-locked'],
  ['User interaction is not allowed.', 'keychain-locked'],
  ['GDBus.Error:org.freedesktop.DBus.Error.AccessDenied: Rejected send message', 'keychain-refused'],
  ['The user name or passphrase you entered is not correct.', 'keychain-refused'],
  ['Timeout was reached', 'keychain-unanswering'],
  ['GDBus.Error:org.freedesktop.DBus.Error.NoReply: Message recipient disconnected', 'keychain-unanswering'],
  ['A text that nobody has seen yet', 'keychain-refused'],
];

test.each(texts)('“%s” is read as %s', (text, code) => {
  expect(readKeychainError(text)).toMatchObject({ code, detail: text });
});

test.each([
  ['linux', 'linux'],
  ['win32', 'win32'],
  ['darwin', 'darwin'],
  ['freebsd', 'other'],
] as const)('that there is none is told of %s with the system that it is missing on', (platform, system) => {
  expect(readKeychainError('autolaunch', platform)).toMatchObject({ code: 'keychain-missing', values: { system } });
});
