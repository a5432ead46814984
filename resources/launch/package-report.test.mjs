import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageReport } from './package-report.mjs';

/** The folder that electron-builder makes things in, with these in it; a name that ends with `/` is a folder. */
function dist(...names) {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(folder, name));
    else writeFileSync(join(folder, name), '');
  }
  return folder;
}

const linux = { platform: 'linux', status: 1, isFolderAlone: false };

test('where nothing at all was made that is said, and that nothing can be used', () => {
  const lines = packageReport(join(dist(), 'never made'), 0, linux);
  expect(lines).toEqual(['made in dist: nothing', expect.stringContaining('is not complete')]);
});

test('a folder that electron-builder did not finish is not taken for the app', () => {
  const lines = packageReport(dist('linux-unpacked/'), 0, { ...linux, isFolderAlone: true });
  expect(lines).toEqual(['made in dist: linux-unpacked', expect.stringContaining('is not complete')]);
});

test('of the installers it is said which were made, and which are missing', () => {
  const lines = packageReport(dist('linux-unpacked/', 'Dropslip.AppImage', 'latest-linux.yml'), 0, linux);
  expect(lines).toEqual([
    'made in dist: linux-unpacked, Dropslip.AppImage',
    expect.stringMatching(/^not made: \.deb\. /),
  ]);
});

test('what was made before is not counted', () => {
  expect(packageReport(dist('Dropslip.deb'), Date.now() + 60_000, { ...linux, status: 0 })).toEqual([
    'made in dist: nothing',
  ]);
});
