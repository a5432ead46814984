// A fixture for Playwright: drives Dropslip through its command line, without reading the screen. Copy it into your project
// and set `command`. docs/command-line.md describes the events.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

/** One line of `dropslip --json`. */
export type DropslipEvent = { readonly event: string; readonly status?: string } & Readonly<Record<string, unknown>>;

export class Dropslip {
  readonly #command: readonly string[];
  readonly #dataFolder: string;
  readonly #env: NodeJS.ProcessEnv;

  /** `dataFolder`: a new one, or that of a running app. `env` holds the variables for keys. */
  constructor(command: readonly string[], dataFolder: string, env: NodeJS.ProcessEnv = {}) {
    this.#command = command;
    this.#dataFolder = dataFolder;
    this.#env = env;
  }

  /** Runs a command. Returns its events, and stops it after the first one that `until` accepts. */
  async run(args: readonly string[], until?: (event: DropslipEvent) => boolean): Promise<readonly DropslipEvent[]> {
    const [program = 'dropslip', ...first] = this.#command;
    const child = spawn(program, [...first, '--data', this.#dataFolder, '--json', ...args], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const events: DropslipEvent[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      const event: DropslipEvent = JSON.parse(line);
      events.push(event);
      if (until?.(event) === true) child.kill('SIGINT');
    }
    return events;
  }

  /** Submits files, or returns the receipts that are there. Waits until they are in a block. */
  async send(...paths: readonly string[]): Promise<readonly DropslipEvent[]> {
    const events = await this.run(['--yes', 'send', '--wait', ...paths]);
    return events.filter(({ event }) => event === 'file');
  }

  /** Resolves with the first event about a file that has this status. Needs a running app, or `dropslip serve`. */
  async waitFor(name: string, status: string): Promise<DropslipEvent | undefined> {
    const isIt = (event: DropslipEvent): boolean => event.name === name && event.status === status;
    return (await this.run(['watch'], isIt)).find(isIt);
  }

  /** Returns the receipts of submissions, as parsed JSON. */
  async receipts(...ids: readonly string[]): Promise<readonly unknown[]> {
    const folder = await mkdtemp(join(tmpdir(), 'receipts-'));
    try {
      await this.run(['receipts', ...ids, '--output', folder]);
      const names = await readdir(folder);
      return await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** `dropslip`: with a data folder of its own and the practice account, which costs nothing. */
export const test = base.extend<{ command: readonly string[]; dropslip: Dropslip }>({
  command: [['dropslip'], { option: true }],
  dropslip: async ({ command }, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'dropslip-'));
    await use(new Dropslip(command, dataFolder, { DROPSLIP_PRACTICE: '{"blockTimeSeconds":1}' }));
    await rm(dataFolder, { recursive: true, force: true });
  },
});
