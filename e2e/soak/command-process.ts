import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../app/electron.ts';
import { endsWithUs } from '../bench/children.ts';
import type { KillMoment } from './batch-plan.ts';
import type { Life } from './life.ts';
import type { ServiceAddress } from './submissions-core.ts';

const script = join(root, 'out/cli/dropslip.js');

/** Writes the key files of the account, and returns the environment that names them. */
export async function writeKeys(folder: string, { apiKey, accessToken }: ServiceAddress): Promise<NodeJS.ProcessEnv> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'api-key'), apiKey);
  await writeFile(join(folder, 'access-token'), accessToken);
  return {
    DROPSLIP_KEYCHAIN: 'none',
    DROPSLIP_API_KEY_FILE: join(folder, 'api-key'),
    DROPSLIP_ACCESS_TOKEN_FILE: join(folder, 'access-token'),
  };
}

export type CommandOrders = {
  readonly userData: string;
  readonly env: NodeJS.ProcessEnv;
  readonly drops: readonly (readonly string[])[];
};

/**
 * Starts `dropslip serve`, and `dropslip send` with all files. `kill` ends the server first, so that the sender becomes the
 * owner of the data folder, or the sender first.
 */
export function startCommands({ userData, env, drops }: CommandOrders, moment: KillMoment | null): Life {
  let errors = '';
  const start = (
    ...args: readonly string[]
  ): { readonly child: ChildProcess; readonly said: (text: string) => Promise<void> } => {
    const child = endsWithUs(
      spawn(process.execPath, [script, '--data', userData, '--yes', ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
    let printed = '';
    child.stdout?.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
    child.stderr?.on('data', (piece: Buffer) => {
      errors += piece.toString();
    });
    const said = async (text: string): Promise<void> => {
      while (!printed.includes(text)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${errors}`);
        await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')]);
      }
    };
    return { child, said };
  };
  const server = start('serve');
  const started = server.said('"ready"');
  let sender: ChildProcess | null = null;
  let isKilled = false;
  const dropped = started.then(async () => {
    if (isKilled) throw new Error('It was killed before it sent.');
    const { child, said } = start('send', ...drops.flat());
    sender = child;
    await said('"added"');
  });
  for (const step of [started, dropped]) step.catch(() => undefined);
  const ended = once(server.child, 'exit').then(() => undefined);
  return {
    started,
    dropped,
    shown: new Map(),
    running: () => server.child.exitCode === null && server.child.signalCode === null,
    suspend: () => void server.child.kill('SIGSTOP'),
    resume: () => void server.child.kill('SIGCONT'),
    quit: () => void server.child.kill('SIGTERM'),
    kill: async () => {
      const isSenderFirst = moment !== null && moment.delayMs % 3 === 0;
      isKilled = true;
      const first = isSenderFirst ? sender : server.child;
      first?.kill('SIGKILL');
      await wait((moment?.delayMs ?? 0) * 40);
      for (const child of [server.child, sender]) child?.kill('SIGKILL');
      await ended;
    },
    ended,
    errors: () => errors,
  };
}
