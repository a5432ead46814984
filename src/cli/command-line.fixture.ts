import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { onTestFinished } from 'vitest';
import { startService, type TestService } from '../practice-service/service.fixture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Starts three times faster than the sources.
const folder = join(root, 'node_modules/.cache/command-line', String(process.pid));
await build({
  configFile: join(root, 'resources/packaging/cli.vite.config.ts'),
  logLevel: 'error',
  build: { outDir: folder },
});
const script = join(folder, 'dropslip.js');

export type Printed = { readonly event: string } & Readonly<Record<string, unknown>>;
export type Ended = { readonly code: number | null; readonly events: readonly Printed[]; readonly errors: string };
export type Started = { readonly child: ChildProcess; readonly ended: Promise<Ended>; readonly lines: string[] };

/** A data folder with an account of a real practice service, whose keys are in files. */
export class Desk {
  readonly folder: string;
  readonly service: TestService;
  env: NodeJS.ProcessEnv;

  private constructor(folder: string, service: TestService) {
    this.folder = folder;
    this.service = service;
    this.env = {
      DROPSLIP_KEYCHAIN: 'none',
      DROPSLIP_API_KEY_FILE: join(folder, 'api-key'),
      DROPSLIP_ACCESS_TOKEN_FILE: join(folder, 'access-token'),
    };
  }

  /** Without options the service makes blocks at once. `isAdded`: false to leave the account out. */
  static async open(options: Parameters<typeof startService>[0] = {}, isAdded = true): Promise<Desk> {
    return Desk.#openAt(await startService(options), isAdded);
  }

  /** Another data folder with an account of the same service. */
  beside(): Promise<Desk> {
    return Desk.#openAt(this.service, true);
  }

  static async #openAt(service: TestService, isAdded: boolean): Promise<Desk> {
    const folder = await mkdtemp(join(tmpdir(), 'desk-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const desk = new Desk(folder, service);
    await writeFile(join(folder, 'api-key'), `${desk.service.service.apiKey}\n`);
    await writeFile(join(folder, 'access-token'), `${desk.service.service.accessToken}\n`);
    if (!isAdded) return desk;
    const added = await desk.run('--yes', 'accounts', 'add', 'Office', '--address', desk.service.url);
    if (added.code !== 0) throw new Error(`The account was not added: ${added.errors}`);
    return desk;
  }

  get userData(): string {
    return join(this.folder, 'data');
  }

  async file(name: string, content: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, content);
    return path;
  }

  start(...args: readonly string[]): Started {
    const child = spawn(process.execPath, [script, '--data', this.userData, ...args], {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines: string[] = [];
    let rest = '';
    child.stdout.on('data', (piece: Buffer) => {
      const parts = (rest + piece.toString()).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    });
    const errors = text(child.stderr);
    const ended = once(child, 'close').then(async ([code]): Promise<Ended> => {
      return { code, events: lines.map((line): Printed => JSON.parse(line)), errors: await errors };
    });
    return { child, ended, lines };
  }

  run(...args: readonly string[]): Promise<Ended> {
    return this.start(...args).ended;
  }

  /** Runs with the account of the service. */
  send(...args: readonly string[]): Promise<Ended> {
    return this.run('--yes', 'send', '--account', 'Office', ...args);
  }

  /** Starts the engine without a window, and resolves once it answers. */
  async serve(...args: readonly string[]): Promise<Started> {
    const started = this.start('serve', ...args);
    while (!started.lines.some((line) => line.includes('"ready"'))) {
      if (started.child.exitCode !== null) throw new Error((await started.ended).errors);
      await once(started.child.stdout ?? started.child, 'data');
    }
    return started;
  }
}

export function filesOf({ events }: Ended): readonly Printed[] {
  return events.filter(({ event }) => event === 'file');
}
