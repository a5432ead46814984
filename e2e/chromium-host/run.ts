#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { Browser } from './chromium/browser.ts';
import { EXECUTABLE_VARIABLE, findChromium } from './chromium/executable.ts';
import { Targets } from './chromium/targets.ts';
import { openWayOut } from './chromium/way-out.ts';
import { readCommandLine } from './command-line.ts';
import { hasDisplay, viewingAdvice } from './display.ts';
import { app } from './electron/app.ts';
import { provideChromium } from './electron/chromium-runtime.ts';
import { acceptDownloads } from './electron/downloads.ts';
import { electron } from './electron/index.ts';
import { askedLocale, localeSwitches } from './electron/locale.ts';
import { defaultSession } from './electron/session.ts';
import { windowList } from './electron/window-list.ts';
import { provideElectron } from './module-hooks.ts';

const USAGE = 'Usage: node run.ts [--remote-debugging-port=N] <app folder> [arguments of the app]';

const manifestShape = z.object({
  name: z.string(),
  version: z.string().default('0.0.0'),
  productName: z.string().optional(),
  main: z.string().default('index.js'),
});

/** As Electron does: a signal asks the app to quit, a second one insists. */
function obeySignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      app.quit();
      process.once(signal, () => app.exit(1));
    });
  }
  process.on('uncaughtException', (error) => console.error('Uncaught exception in the main process:', error));
  process.on('unhandledRejection', (reason) => console.error('Unhandled rejection in the main process:', reason));
}

async function startChromium(debuggingPort: number | null): Promise<void> {
  const executable = findChromium(process.env, process.platform);
  if (executable === null) {
    throw new Error(
      `No Chromium, Chrome or Edge is installed here. Install one, or name it in ${EXECUTABLE_VARIABLE}.`,
    );
  }
  const headless = !hasDisplay(process.env, process.platform);
  const browser = await Browser.launch({
    executable,
    headless,
    debuggingPort,
    wayOut: await openWayOut(() => defaultSession.route),
    appSwitches: [...localeSwitches(askedLocale(process.argv)), ...app.commandLine.added],
    profileParent: app.getPath('sessionData'),
    onListening: (line) => {
      console.error(line);
      if (headless) console.error(viewingAdvice(line));
    },
    onGone: (sentence) => {
      console.error(sentence);
      for (const { webContents } of windowList.all()) webContents.lose({ reason: 'killed', exitCode: 1 });
      app.exit(1);
    },
  });
  if (headless && debuggingPort === null) console.error(viewingAdvice(null));
  const targets = await Targets.open(browser, (targetId) => {
    windowList
      .all()
      .find(({ webContents }) => webContents.targetId === targetId)
      ?.webContents.discard();
  });
  await acceptDownloads(browser, () => app.getPath('downloads'));
  provideChromium({ browser, targets });
}

async function main(): Promise<void> {
  const { appFolder, debuggingPort } = readCommandLine(process.argv.slice(2));
  if (appFolder === null) throw new Error(USAGE);
  const folder = resolve(appFolder);
  const manifest = manifestShape.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  // `argv` as an Electron app sees it: the executable, then what was given to it.
  const [script = ''] = process.argv.splice(1, 1);
  const { name, version, productName } = manifest;
  app.describe({ folder, script, manifest: { name: productName ?? name, version } });
  provideElectron(electron);
  const loaded = import(pathToFileURL(join(folder, manifest.main)).href);
  // A bundle that itself waits for the app to be ready is only loaded then.
  await Promise.race([loaded, app.isAwaited]);
  if (app.hasEnded) return;
  obeySignals();
  await startChromium(debuggingPort);
  app.becomeReady();
  await loaded;
  // Where one is kept: who is killed would leave nothing in it.
  flushCompileCache();
}

main().catch((error: unknown) => {
  console.error(error instanceof z.ZodError ? `The app's package.json: ${z.prettifyError(error)}` : error);
  process.exit(1);
});
