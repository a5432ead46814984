import { expect, test, vi } from 'vitest';
import { sandboxOf } from './sandbox.mjs';

const binary = '/home/person/drop slip/node_modules/electron/dist/electron';
const person = { platform: 'linux', uid: 1_000, binary, helper: { uid: 1_000, mode: 0o100755 }, sysctl: {} };
const ubuntu = { ...person, canUnshare: false, sysctl: { 'kernel.apparmor_restrict_unprivileged_userns': '1' } };

test('where programs can make user namespaces, or there are none, the sandbox works', () => {
  expect(sandboxOf({ ...person, canUnshare: true })).toEqual({ kind: 'works' });
  expect(sandboxOf({ ...person, platform: 'darwin', uid: 501, canUnshare: null, helper: null })).toEqual({
    kind: 'works',
  });
  expect(sandboxOf({ ...person, platform: 'win32', uid: undefined, canUnshare: null })).toEqual({ kind: 'works' });
});

test('for root there is no sandbox', () => {
  expect(sandboxOf({ ...ubuntu, uid: 0 })).toEqual({ kind: 'not-for-root' });
});

test('a helper that root owns and that runs as root makes the sandbox where programs cannot; any other does not', () => {
  expect(sandboxOf({ ...ubuntu, helper: { uid: 0, mode: 0o104755 } })).toEqual({ kind: 'works' });
  for (const helper of [null, { uid: 0, mode: 0o100755 }, { uid: 1_000, mode: 0o104755 }]) {
    expect(sandboxOf({ ...ubuntu, helper }).kind).toBe('restricted');
  }
});

test('on Ubuntu with its restriction the remedies are said, for paths with blanks too', () => {
  const { kind, remedy } = sandboxOf(ubuntu);
  expect(kind).toBe('restricted');
  const helper = "'/home/person/drop slip/node_modules/electron/dist/chrome-sandbox'";
  expect(remedy).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`);
  expect(remedy).toContain('sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0');
  expect(sandboxOf({ ...person, canUnshare: false }).remedy).not.toContain('sysctl');
});

test('the helper’s path is written as on Linux, whose alone it is, wherever that is worked out', async () => {
  vi.resetModules();
  vi.doMock('node:path', async (actual) => (await actual()).win32);
  const { sandboxOf: onWindows } = await import('./sandbox.mjs');
  vi.doUnmock('node:path');
  expect(onWindows(ubuntu)).toEqual(sandboxOf(ubuntu));
});

test('where it cannot be tried, the kernel’s settings tell', () => {
  expect(sandboxOf({ ...ubuntu, canUnshare: null }).kind).toBe('restricted');
  expect(sandboxOf({ ...person, canUnshare: null, sysctl: { 'kernel.unprivileged_userns_clone': '0' } }).kind).toBe(
    'restricted',
  );
  expect(sandboxOf({ ...person, canUnshare: null }).kind).toBe('works');
});
