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
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program that asks the bus into the empty search path. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}

test.runIf(process.platform === 'linux').each([
  ['gdbus', "echo '(<true>,)'", true],
  ['gdbus', "echo '(<false>,)'", false],
  ['gdbus', "echo 'Error: GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown' >&2; exit 1", false],
  ['dbus-send', "echo '   variant       boolean true'", true],
  ['dbus-send', "echo '   variant       boolean false'", false],
  ['busctl', "echo 'v b true'", true],
  ['busctl', "echo 'v b false'", false],
])('%s that does “%s” says %s', async (name, script, isThere) => {
  program(name, script);
  expect(await hasTray()).toBe(isThere);
});

test.runIf(process.platform === 'linux')(
  'without a program that can ask there is no tray; the first that can ask decides',
  async () => {
    expect(await hasTray()).toBe(false);
    program('gdbus', 'exit 1');
    program('busctl', "echo 'v b true'");
    expect(await hasTray()).toBe(false);
  },
);

test('macOS and Windows have one', async () => {
  for (const platform of ['darwin', 'win32'] as const) {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    expect(await hasTray()).toBe(true);
  }
});
