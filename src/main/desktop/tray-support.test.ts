import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasTray } from './tray-support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tray-'));
  vi.stubEnv('PATH', folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux').each([
  ["echo '   variant       boolean true'", true],
  ["echo '   variant       boolean false'", false],
  ["echo 'Error org.freedesktop.DBus.Error.ServiceUnknown' >&2; exit 1", false],
])('a bus that answers “%s” has a tray: %s', async (script, isThere) => {
  expect(await hasTray()).toBe(false);
  writeFileSync(join(folder, 'dbus-send'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, 'dbus-send'), 0o755);
  expect(await hasTray()).toBe(isThere);
});

test('macOS and Windows have one', async () => {
  for (const platform of ['darwin', 'win32'] as const) {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    expect(await hasTray()).toBe(true);
  }
});
