import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { electronProgram, giveToOrdinaryUser, ordinaryUser, sandboxSwitches, withoutGpu } from '../app/electron.ts';
import { devToolsEndpoint } from '../app/launch.ts';
import { endsWithUs } from './children.ts';

const LOOKS_EVERY_MS = 5;
const GIVE_UP_AFTER_MS = 60_000;

const targets = z.array(z.object({ url: z.string(), webSocketDebuggerUrl: z.string() }));
const answer = z.object({ result: z.object({ result: z.object({ value: z.number() }) }).optional() });

/** Resolves with the time (epoch milliseconds) of the frame in which the window is drawn and accepts input. */
const USABLE = `new Promise((resolve) => {
  const look = () => document.querySelector('main[aria-busy="false"]') === null
    ? requestAnimationFrame(look)
    : resolve(performance.timeOrigin + performance.now());
  look();
})`;

export type StartedApp = {
  /** From the start of the process to a window that is drawn and accepts input. */
  readonly usableMs: number;
  readonly quit: () => Promise<void>;
};

/**
 * Starts a built app on Electron. `home`: a folder that contains the app's data. Uses a plain socket for one query,
 * because Playwright sends so much to a new window that it opens later.
 */
export async function startOnElectron(
  app: string,
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<StartedApp> {
  giveToOrdinaryUser(home);
  const begun = performance.timeOrigin + performance.now();
  const child = spawn(electronProgram, [...sandboxSwitches, ...withoutGpu, app, '--remote-debugging-port=0'], {
    cwd: app,
    ...ordinaryUser,
    env: { ...process.env, HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endsWithUs(child);
  const usable = await usableAt(await devToolsEndpoint(child, []));
  return {
    usableMs: usable - begun,
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
    for (;;) {
      const answered = once(socket, 'message');
      socket.send(
        JSON.stringify({
          id: 1,
          method: 'Runtime.evaluate',
          params: { expression: USABLE, awaitPromise: true, returnByValue: true },
        }),
      );
      const [{ data }] = z.tuple([z.object({ data: z.string() })]).parse(await answered);
      const { result } = answer.parse(JSON.parse(data));
      // There is no result if the page replaced the blank one in the meantime.
      if (result !== undefined) return result.result.value;
    }
  } finally {
    socket.close();
  }
}

/** The address of the page. Waits, because a new page is blank at first. */
async function pageAddress(debuggerAddress: string): Promise<string> {
  const giveUp = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    const listed = await fetch(`http://${debuggerAddress}/json/list`);
    const page = targets.parse(await listed.json()).find(({ url }) => url.includes('/index.html'));
    if (page !== undefined) return page.webSocketDebuggerUrl;
    if (performance.now() > giveUp) throw new Error('The window never came.');
    await wait(LOOKS_EVERY_MS);
  }
}
