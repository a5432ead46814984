import { expect, test } from 'vitest';
import { sandboxOf } from './sandbox.mjs';

const program = '/home/user/drop slip/node_modules/electron/dist/electron';
const user = {
  platform: 'linux',
  uid: 1_000,
  program,
  helper: { uid: 1_000, mode: 0o100755 },
  sysctl: {},
  profiles: '',
};
const debian = { ...user, canUnshare: true };
const ubuntu = { ...user, canUnshare: true, sysctl: { 'kernel.apparmor_restrict_unprivileged_userns': '1' } };

test('the sandbox works if programs can make user namespaces, and on systems without any', () => {
  expect(sandboxOf(debian)).toEqual({ kind: 'works' });
  expect(sandboxOf({ ...user, platform: 'darwin', uid: 501, canUnshare: null, helper: null })).toEqual({
    kind: 'works',
  });
  expect(sandboxOf({ ...user, platform: 'win32', uid: undefined, canUnshare: null })).toEqual({ kind: 'works' });
});

test('there is no sandbox for root', () => {
  expect(sandboxOf({ ...ubuntu, uid: 0 })).toEqual({ kind: 'not-for-root' });
});

test('under Ubuntu’s restriction a successful unshare proves nothing', () => {
  expect(sandboxOf(ubuntu).kind).toBe('restricted');
});

test('under Ubuntu’s restriction a profile for Electron’s own path lets the sandbox work', () => {
  expect(sandboxOf({ ...ubuntu, profiles: `dropslip (unconfined)\n${program} (unconfined)` }).kind).toBe('works');
  expect(sandboxOf({ ...ubuntu, profiles: 'unprivileged_userns (enforce)' }).kind).toBe('restricted');
});

test('only a helper that is root’s and runs as root makes the sandbox where programs cannot', () => {
  expect(sandboxOf({ ...ubuntu, helper: { uid: 0, mode: 0o104755 } })).toEqual({ kind: 'works' });
  for (const helper of [null, { uid: 0, mode: 0o100755 }, { uid: 1_000, mode: 0o104755 }]) {
    expect(sandboxOf({ ...ubuntu, helper }).kind).toBe('restricted');
  }
});

test('the remedy names the helper, also in a path with blanks, and the setting that restricts', () => {
  const { remedy } = sandboxOf(ubuntu);
  const helper = "'/home/user/drop slip/node_modules/electron/dist/chrome-sandbox'";
  expect(remedy).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`);
  expect(remedy).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
  expect(sandboxOf({ ...user, canUnshare: false }).remedy).not.toContain('sysctl');
});

test('the kernel’s setting decides if unshare could not be tried', () => {
  const sysctl = { 'kernel.unprivileged_userns_clone': '0' };
  expect(sandboxOf({ ...user, canUnshare: null, sysctl }).kind).toBe('restricted');
  expect(sandboxOf({ ...user, canUnshare: null }).kind).toBe('works');
});
