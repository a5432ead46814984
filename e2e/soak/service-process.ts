import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { endsWithUs } from '../bench/children.ts';
import { storedSubmissions } from './stored-submissions.ts';
import type { ServiceAddress } from './submissions-core.ts';

const script = fileURLToPath(new URL('../../src/practice-service/cli.ts', import.meta.url));
const listed = z.array(z.object({ id: z.string() }));
const listAnswer = z.union([
  listed,
  z.object({ data: z.object({ results: listed }) }).transform(({ data }) => data.results),
]);

export type ServiceOptions = {
  readonly dataDir: string;
  readonly dialect: string;
  readonly blockTimeSeconds: number;
  /** The largest body; the service's default if absent. */
  readonly payloadLimitBytes?: number;
  /** Each record has an error until the service has submitted it again. */
  readonly errorsFirst?: boolean;
};

/** The practice service in a separate process. It can be killed and restarted without losing accepted submissions. */
export class ServiceProcess {
  readonly #options: ServiceOptions;
  readonly #stored: ReturnType<typeof storedSubmissions>;
  readonly #credentials = { apiKey: crypto.randomUUID(), accessToken: crypto.randomUUID() };
  #child: ChildProcess | null = null;
  #starting: Promise<void> | null = null;
  #url = '';

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#stored = storedSubmissions(options.dataDir);
  }

  get url(): string {
    return this.#url;
  }

  get credentials(): Omit<ServiceAddress, 'url'> {
    return this.#credentials;
  }

  async start(): Promise<void> {
    const { dataDir, dialect, blockTimeSeconds, payloadLimitBytes, errorsFirst } = this.#options;
    const { apiKey, accessToken } = this.#credentials;
    const args = ['--data', dataDir, '--dialect', dialect, '--block-time', String(blockTimeSeconds)];
    if (payloadLimitBytes !== undefined) args.push('--payload-limit', String(payloadLimitBytes));
    if (errorsFirst === true) args.push('--arriving-fault', 'error-first', '--retry-failed', '1');
    const child = endsWithUs(
      spawn(process.execPath, [script, ...args, '--api-key', apiKey, '--access-token', accessToken], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /^Practice service: (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      this.#url = url;
      // Discards further output, so that the service never blocks on a full pipe.
      child.stdout.resume();
      return;
    }
    throw new Error('The practice service did not start.');
  }

  /** Kills and restarts the service, like a failing machine. Resolves once it answers again. */
  restart(): Promise<void> {
    this.#starting ??= this.#end('SIGKILL')
      .then(() => this.start())
      .finally(() => {
        this.#starting = null;
      });
    return this.#starting;
  }

  /** The charged submissions in the service's own list: SHA-256 of the bytes by submission id. */
  async charges(): Promise<ReadonlyMap<string, string>> {
    await this.#starting;
    const family = this.#options.dialect === 'credits' ? '/v1/user' : '/user';
    const answer = await fetch(`${this.#url}${family}/get_all_expenditure?limit=100000`, {
      headers: { authorization: `Bearer ${this.#credentials.accessToken}` },
    });
    const ids = listAnswer.parse(await answer.json()).map(({ id }) => id);
    const stored = await this.#stored.read();
    return new Map(ids.map((id) => [id, stored.get(id) ?? 'bytes that are not there']));
  }

  async stop(): Promise<void> {
    await this.#starting?.catch(() => undefined);
    await this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
