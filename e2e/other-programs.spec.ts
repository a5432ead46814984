import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { spawnOnDesktop } from './app/desktop.ts';
import { root } from './app/electron.ts';
import { waitForBlock } from './app/rows.ts';
import { stop } from './app/session-bus.ts';
import { whyNoDesktop } from './app/system-dialogs.ts';
import { test as base, expect } from './app/test.ts';

const test = base.extend<{ readonly fileManager: undefined }>({
  /** A window in the corner of the screen with a file and a folder, which are on the clipboard too. */
  fileManager: async ({ folder }, use, testInfo) => {
    const why = whyNoDesktop();
    testInfo.skip(why !== null, why ?? '');
    await mkdir(join(folder, 'Photos'));
    const files = { letter: join(folder, 'Grüße & more.txt'), photo: join(folder, 'Photos', 'a b.txt') };
    for (const path of Object.values(files)) await writeFile(path, path);
    const script = join(root, 'e2e', 'app', 'file-manager.py');
    const program = spawnOnDesktop('/usr/bin/python3', [script, files.letter, join(folder, 'Photos')], folder);
    if (program.stdout !== null) await once(program.stdout, 'data');
    await use(undefined);
    await stop(program);
  },
});

function xdotool(...args: readonly (string | number)[]): void {
  execFileSync('xdotool', args.map(String));
}

/** The middle of the window, in pixels of the screen. */
function middleOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  return page.evaluate(() => ({
    x: Math.round(window.screenX + window.outerWidth / 2),
    y: Math.round(window.screenY + window.outerHeight / 2),
  }));
}

test('files and folders that are dragged or copied from another program are submitted', async ({
  fileManager: _,
  start,
}) => {
  const { page } = await start();
  const { x, y } = await middleOf(page);
  xdotool('mousemove', 100, 100, 'mousedown', 1);
  let [step, accepted] = [0, 0];
  // The other program must hear several times that the drop is accepted before it lets go.
  await expect
    .poll(async () => {
      step += 1;
      xdotool('mousemove', x + step, y);
      if (await page.getByText('Drop to submit 2 items').isVisible()) accepted += 1;
      return accepted;
    })
    .toBeGreaterThan(4);
  xdotool('mouseup', 1);
  await waitForBlock(page, 'Grüße & more.txt');
  await waitForBlock(page, 'a b.txt');
  xdotool('mousemove', x, y, 'click', 1, 'key', 'ctrl+v');
  await expect(page.getByRole('region', { name: 'Submitted before' })).toContainText('2 files have the same contents');
});
