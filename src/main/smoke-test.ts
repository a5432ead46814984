import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app } from 'electron';
import type { App } from '../core/app.ts';
import type { Failure } from '../shared/failures/failure.ts';
import type { MainWindow } from './window/main-window.ts';

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 100;
const FILE_NAME = 'smoke-test.txt';

type Answered = { readonly ok: true } | { readonly ok: false; readonly error: Failure };

type Check = { readonly check: 'window' | 'keychain' | 'submission'; readonly ok: boolean; readonly detail: string };

/** `wanted`: this start tests the app and ends. `refused`: the data folder is not an empty one. */
export type SmokeTestWish = 'none' | 'wanted' | 'refused';

/**
 * Reads the wish for a smoke test: `DROPSLIP_SMOKE_TEST=1` and an empty or new data folder in `DROPSLIP_USER_DATA`. An
 * installed app admits no debugger, so a build tests itself. This setting cannot make the app do anything else.
 */
export function smokeTestWish({ DROPSLIP_SMOKE_TEST, DROPSLIP_USER_DATA = '' }: NodeJS.ProcessEnv): SmokeTestWish {
  if (DROPSLIP_SMOKE_TEST !== '1') return 'none';
  return isAbsolute(DROPSLIP_USER_DATA) && isUnused(DROPSLIP_USER_DATA) ? 'wanted' : 'refused';
}

function isUnused(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/**
 * Tests the parts that a build may lack, writes one line to standard output and resolves with the exit code. `submit`
 * sends a file to the practice account.
 */
export async function runSmokeTest(
  versions: Readonly<Record<string, string>>,
  window: MainWindow,
  dropslip: App,
  submit: (path: string) => Promise<Answered>,
): Promise<0 | 1> {
  const until = performance.now() + PATIENCE_MS;
  const checks: readonly Check[] = await Promise.all([
    tried('window', () => drawn(window, until)),
    tried('keychain', async () => keychainWords(await dropslip.features.keychain.read('An entry that is not there'))),
    tried('submission', () => confirmed(dropslip, submit, until)),
  ]);
  const ok = checks.every((check) => check.ok);
  const report = { ok, packaged: app.isPackaged, versions, checks };
  await new Promise((resolve) => process.stdout.write(`dropslip smoke test: ${JSON.stringify(report)}\n`, resolve));
  return ok ? 0 : 1;
}

async function tried(check: Check['check'], attempt: () => Promise<string>): Promise<Check> {
  try {
    return { check, ok: true, detail: await attempt() };
  } catch (error) {
    return { check, ok: false, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Returns the first words of the page, once it has drawn main's data. */
async function drawn(window: MainWindow, until: number): Promise<string> {
  let detail = '';
  const text = await eventually(
    () => `the page did not draw${detail}`,
    until,
    async () => {
      try {
        return await window.contents?.executeJavaScript(
          `document.querySelector('main[aria-busy="false"]')?.innerText ?? ''`,
        );
      } catch (error) {
        // Loading may replace the page during the call.
        detail = `: ${String(error)}`;
        return '';
      }
    },
  );
  return String(text).replaceAll(/\s+/g, ' ').slice(0, 80);
}

const libraryFailures =
  /shared object|\belf\b|dlopen|mach-o|architecture|win32 application|specified module|cannot find (module|package)/i;

/**
 * Returns the keychain's failure as text. A missing or locked keychain is not the build's fault; a library that does
 * not load is, and throws.
 */
export function keychainWords(answer: Answered): string {
  if (answer.ok) return '';
  const words = `${answer.error.code}: ${answer.error.detail ?? ''}`;
  if (libraryFailures.test(words)) throw new Error(words);
  return words;
}

async function confirmed(dropslip: App, submit: (path: string) => Promise<Answered>, until: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dropslip-smoke-'));
  try {
    const path = join(folder, FILE_NAME);
    writeFileSync(path, 'Drop a file, get a slip.\n');
    const answer = await submit(path);
    if (!answer.ok) throw new Error(answer.error.code);
    const state = () => dropslip.allSubmissions().find(({ name }) => name === FILE_NAME)?.state;
    await eventually(
      () => 'the file was not confirmed',
      until,
      async () => {
        const now = state();
        if (now?.kind === 'rejected') throw new Error(`${now.kind}: ${now.reason.code}`);
        return now?.kind === 'confirmed';
      },
    );
    return 'confirmed';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls `look` until its result is truthy. */
async function eventually(otherwise: () => string, until: number, look: () => Promise<unknown>): Promise<unknown> {
  while (performance.now() < until) {
    const found = await look();
    if (found) return found;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(otherwise());
}
