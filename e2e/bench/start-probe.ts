import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { devToolsEndpoint } from '../app/launch.ts';
import { sandboxSwitches } from '../chromium-host/command-line.ts';
import { endsWithUs } from './children.ts';

const HOST = fileURLToPath(new URL('../chromium-host/run.ts', import.meta.url));
const LOOKS_EVERY_MS = 5;
const GIVE_UP_AFTER_MS = 60_000;

const targets = z.array(z.object({ url: z.string(), webSocketDebuggerUrl: z.string() }));
const answer = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) });

/** Epoch milliseconds of the frame in which the window is drawn and hears. */
const USABLE = `new Promise((resolve) => {
  const look = () => document.querySelector('main[aria-busy="false"]') === null
    ? requestAnimationFrame(look)
    : resolve(performance.timeOrigin + performance.now());
  look();
})`;

export type StartedApp = {
  /** From the start of the process to a window that is drawn and hears. */
  readonly usableMs: number;
  readonly process: ChildProcess;
  readonly quit: () => Promise<void>;
};

/**
 * Starts the app in a folder on the Chromium host. Its window is asked once, over a socket of its own: whoever drives it for
 * a test sends it so much at its start that it comes later.
 */
export async function startOnHost(app: string, env: Readonly<Record<string, string>>): Promise<StartedApp> {
  const begun = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [HOST, ...sandboxSwitches, app, '--remote-debugging-port=0'], {
    cwd: app,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endsWithUs(child);
  const usable = await usableAt(await devToolsEndpoint(child, []));
  return {
    usableMs: usable - begun,
    process: child,
    quit: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function usableAt(endpoint: string): Promise<number> {
  const socket = new WebSocket(await pageAddress(new URL(endpoint).host));
  try {
    await once(socket, 'open');
    const answered = once(socket, 'message');
    socket.send(
      JSON.stringify({
        id: 1,
        method: 'Runtime.evaluate',
        params: { expression: USABLE, awaitPromise: true, returnByValue: true },
      }),
    );
    const [{ data }] = z.tuple([z.object({ data: z.string() })]).parse(await answered);
    return answer.parse(JSON.parse(data)).result.result.value;
  } finally {
    socket.close();
  }
}

/** A new page is still blank when it is there first. */
async function pageAddress(host: string): Promise<string> {
  const giveUp = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const listed = await fetch(`http://${host}/json/list`);
    const page = targets.parse(await listed.json()).find(({ url }) => url.includes('/index.html'));
    if (page !== undefined) return page.webSocketDebuggerUrl;
    if (performance.now() > giveUp) throw new Error('The window never came.');
    await wait(LOOKS_EVERY_MS);
  }
}

/** The folder whose build is the app itself. */
export const ownFolder = fileURLToPath(new URL('../../', import.meta.url));
