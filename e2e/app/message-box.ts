import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Browser, expect, type Page } from '@playwright/test';
import { closingClick } from './closing-click.ts';
import { connectTo } from './debugger.ts';
import { devToolsEndpoint } from './launch.ts';

/** What a message box says, and the exit code of the app that showed it and then ended. */
export type LastWords = { readonly text: string; readonly code: number | null };

/**
 * Reads the message box that a start shows in place of the app's window, closes it as a person does, and waits until the
 * process is gone. On the Chromium host only: Electron's is the system's, which no page's driver reaches.
 */
export async function lastWords(child: ChildProcess): Promise<LastWords> {
  const ended = once(child, 'exit');
  try {
    const browser = await connectTo(await devToolsEndpoint(child, []));
    const box = await messageBox(() => browser.contexts().flatMap((context) => context.pages()));
    const text = await box.getByRole('alertdialog').innerText();
    await closingClick(box.getByRole('button', { name: 'Close' }));
    await ended;
    await browser.close();
    return { text, code: child.exitCode };
  } finally {
    // One that shows the app's window instead would go on for ever.
    child.kill('SIGKILL');
  }
}

/** Reads the message box that comes before the app's window, and answers it. Answers with what it said. */
export async function answerMessageBox(browser: Browser, button: string | RegExp): Promise<string> {
  const box = await messageBox(() => browser.contexts().flatMap((context) => context.pages()));
  const text = await box.getByRole('alertdialog').innerText();
  await closingClick(box.getByRole('button', { name: button }));
  return text;
}

async function messageBox(pages: () => Page[]): Promise<Page> {
  const found: Page[] = [];
  await expect
    .poll(async () => {
      for (const page of pages()) if (await page.getByRole('alertdialog').isVisible()) found.push(page);
      return found.length > 0;
    })
    .toBe(true);
  const [box] = found;
  if (box === undefined) throw new Error('No message box is shown.');
  return box;
}
