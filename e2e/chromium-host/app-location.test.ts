import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { locateApp } from './app-location.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'app-location-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lay(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
    chmodSync(join(folder, path), 0o755);
  }
}

it('a folder with a package.json is an app that is not packed', () => {
  lay('package.json');
  expect(locateApp(folder)).toEqual({ path: folder, packed: null });
});

it('a packed app is found as it lies on Linux, Windows and macOS, its executable beside Chromium’s helpers', () => {
  for (const [archive, executable] of [
    ['linux/resources/app.asar', 'linux/dropslip'],
    ['windows/resources/app.asar', 'windows/Dropslip.exe'],
    ['Dropslip.app/Contents/Resources/app.asar', 'Dropslip.app/Contents/MacOS/Dropslip'],
  ] as const) {
    const beside = dirname(executable);
    lay(archive, `${beside}/chrome-sandbox`, `${beside}/chrome_crashpad_handler`, `${beside}/libEGL.so`, executable);
    const [app = ''] = archive.split('/');
    expect(locateApp(join(folder, app))).toEqual({
      path: join(folder, archive),
      packed: { resources: join(folder, dirname(archive)), executable: join(folder, executable) },
    });
  }
});
