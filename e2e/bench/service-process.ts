import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ServiceAddress } from '../soak/outbox-core.ts';
import { endsWithUs } from './children.ts';

/** Large files are deleted at once, many files at the end of the whole run: see `run.ts`. */
const FEW = 10;

const script = fileURLToPath(new URL('../../src/practice-service/cli.ts', import.meta.url));

/**
 * Runs `use` against a practice service in a process of its own with an empty ledger, and makes sure that it took
 * exactly `submissions`: a measurement of something that was not done counts for nothing.
 */
export async function withService<Value>(
  folder: string,
  submissions: number,
  use: (service: ServiceAddress) => Promise<Value>,
): Promise<Value> {
  const data = await mkdtemp(join(folder, 'service-'));
  const child = endsWithUs(spawn(process.execPath, [script, '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = once(child, 'exit');
  try {
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      said.push(line);
      if (line.startsWith('Access token: ')) break;
    }
    const text = said.join('\n');
    const find = (pattern: RegExp): string => {
      const found = pattern.exec(text)?.[1];
      if (found === undefined) throw new Error(`The practice service did not start:\n${text}`);
      return found;
    };
    const value = await use({
      url: find(/^Practice service: (\S+)/m),
      apiKey: find(/^API key: (\S+)/m),
      accessToken: find(/^Access token: (\S+)/m),
    });
    const taken = (await readdir(join(data, 'submissions'))).length;
    if (taken !== submissions) throw new Error(`The service took ${taken} submissions instead of ${submissions}.`);
    return value;
  } finally {
    child.kill('SIGTERM');
    await ended;
    if (submissions <= FEW) await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}
