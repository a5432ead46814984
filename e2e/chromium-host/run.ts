#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type AppLocation, locateApp } from './app-location.ts';
import { Browser } from './chromium/browser.ts';
import { EXECUTABLE_VARIABLE, findChromium } from './chromium/executable.ts';
import { Targets } from './chromium/targets.ts';
import { openWayOut } from './chromium/way-out.ts';
import { appFolderAmong, PORT_VARIABLE, readPort } from './command-line.ts';
import { hasDisplay, viewingAdvice } from './display.ts';
import { app } from './electron/app.ts';
import { provideChromium } from './electron/chromium-runtime.ts';
import { acceptDownloads } from './electron/downloads.ts';
import { electron } from './electron/index.ts';
import { askedLocale, localeSwitches } from './electron/locale.ts';
import { defaultSession } from './electron/session.ts';
import { windowList } from './electron/window-list.ts';
import { addVersions, makeNodeElectrons } from './node/index.ts';
import { provideModules } from './node/provided-modules.ts';

const USAGE = 'Usage: node run.ts [--remote-debugging-port=N] <app folder> [arguments of the app]';

const PORT_SWITCH = 'remote-debugging-port';

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

/** Makes of this process what the app finds in Electron's. */
function becomeElectronProcess({ packed }: AppLocation, appFolder: string): void {
  // The executable, then what was given to it; to one that is no app itself, the app's folder among it.
  process.argv.splice(1, 1);
  if (packed === null) Object.assign(process, { defaultApp: true });
  else {
    process.argv.splice(process.argv.indexOf(appFolder), 1);
    process.argv[0] = packed.executable;
    Object.assign(process, { execPath: packed.executable, resourcesPath: packed.resources });
  }
  Object.assign(process, { type: 'browser' });
  const version = electronVersion();
  if (version !== null) addVersions({ electron: version });
}

/** That of the package beside the host, whose part it plays. */
function electronVersion(): string | null {
  try {
    return z.object({ version: z.string() }).parse(createRequire(import.meta.url)('electron/package.json')).version;
  } catch {
    return null;
  }
}

/** How the host is started anew; the app's own arguments follow. */
function startCommand({ packed }: AppLocation, appFolder: string): { command: string; args: readonly string[] } {
  const [command = process.execPath, script = ''] = process.argv;
  return { command, args: packed === null ? [script] : [script, resolve(appFolder)] };
}

/** Null for none. The app may have taken Electron's switch away. */
function debuggingPort(): number | null {
  const { commandLine } = app;
  const asked = commandLine.hasSwitch(PORT_SWITCH) ? commandLine.getSwitchValue(PORT_SWITCH) : undefined;
  const port = process.env[PORT_VARIABLE] ?? asked;
  return port === undefined ? null : readPort(port);
}

async function startChromium(): Promise<void> {
  const port = debuggingPort();
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
    debuggingPort: port,
    wayOut: await openWayOut(() => defaultSession.route),
    sandbox: !app.commandLine.hasSwitch('no-sandbox'),
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
  if (headless && port === null) console.error(viewingAdvice(null));
  const targets = await Targets.open(browser, (targetId) => {
    windowList
      .all()
      .find(({ webContents }) => webContents.targetId === targetId)
      ?.webContents.discard();
  });
  await acceptDownloads(browser, () => app.getPath('downloads'));
  addVersions({ chrome: browser.version });
  provideChromium({ browser, targets });
}

async function main(): Promise<void> {
  const appFolder = appFolderAmong(process.argv.slice(2));
  if (appFolder === null) throw new Error(USAGE);
  const location = locateApp(appFolder);
  makeNodeElectrons();
  provideModules({ electron, 'electron/main': electron, 'electron/common': electron });
  const manifest = manifestShape.parse(JSON.parse(readFileSync(join(location.path, 'package.json'), 'utf8')));
  const { name, version, productName } = manifest;
  app.describe({
    location,
    start: startCommand(location, appFolder),
    manifest: { name: productName ?? name, version },
  });
  becomeElectronProcess(location, appFolder);
  const loaded = import(pathToFileURL(join(location.path, manifest.main)).href);
  // A bundle that itself waits for the app to be ready is only loaded then.
  await Promise.race([loaded, app.isAwaited]);
  if (app.hasEnded) return;
  obeySignals();
  await startChromium();
  app.becomeReady();
  await loaded;
  // Where one is kept: who is killed would leave nothing in it.
  flushCompileCache();
}

main().catch((error: unknown) => {
  console.error(error instanceof z.ZodError ? `The app's package.json: ${z.prettifyError(error)}` : error);
  process.exit(1);
});
