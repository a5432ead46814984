import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { driveApp, spawnApp } from '../../app/launch.ts';
import { endsWithUs } from '../../bench/children.ts';
import { target } from '../target.ts';
import { callInput } from './boundaries.ts';

/** A call with a question to the user gets no answer. */
const ANSWERED_WITHIN_MS = 2_000;

let opened: Promise<Page> | null = null;

/** The window of the built app in a real Electron. It starts once and ends with this process. */
function appWindow(): Promise<Page> {
  // The parent process deletes this process's temporary folder.
  opened ??= driveApp(
    endsWithUs(spawnApp({ userData: join(mkdtempSync(join(tmpdir(), 'app-')), 'user data'), stdout: 'ignore' })),
  ).then(({ page }) => page);
  return opened;
}

const windowCalls = target({
  name: 'window-calls',
  variable: true,
  input: callInput,
  run: async ([name, input]) => {
    const page = await appWindow();
    // Passes the input as source text, because Playwright's serialisation changes some values.
    const answer: unknown = await page.evaluate(
      `Promise.race([
        window.dropslip.call(${fc.stringify(name)}, ${fc.stringify(input)}),
        new Promise((resolve) => setTimeout(() => resolve({ ok: false }), ${ANSWERED_WITHIN_MS})),
      ])`,
    );
    assert(typeof answer === 'object' && answer !== null && 'ok' in answer);
    // Main still answers, and no file was submitted.
    const snapshot = await page.evaluate(() => globalThis.window.dropslip.call('app.snapshot', {}));
    assert(snapshot.ok && snapshot.value.submissions.length === 0);
  },
});

export const windowTargets = [windowCalls];
