import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { RunningApp } from './launch.ts';
import { inMain } from './main-process.ts';

/**
 * Lets the notices on the desktop that are shown from here on be clicked. The app must be launched `withInspector`: they
 * are the desktop's, which no page reaches.
 */
export async function catchNotices(app: RunningApp): Promise<void> {
  await inMain(
    app,
    `const { prototype } = electron.Notification;
    const { show } = prototype;
    globalThis.shownNotices = [];
    prototype.show = function () { globalThis.shownNotices.push(this); return show.call(this); };`,
  );
}

/** Puts another window in front: only who does not look at the app is told on the desktop. */
export async function lookAway(app: RunningApp): Promise<void> {
  await inMain(app, 'electron.BrowserWindow.getAllWindows()[0].blur();');
}

/** Waits for a notice with these words in the host's record, and clicks the last one that was shown. */
export async function clickNotice(app: RunningApp, record: string, words: string): Promise<void> {
  await expect.poll(() => readFile(record, 'utf8').catch(() => '')).toContain(words);
  await inMain(app, `globalThis.shownNotices.at(-1).emit('click', {});`);
}
