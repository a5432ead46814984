import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { DevToolsConnection, type DevToolsSession } from './connection.ts';
import { createProfile, removeProfile } from './profile.ts';
import { chromiumSwitches, type LaunchOptions } from './switches.ts';

export type BrowserOptions = Omit<LaunchOptions, 'profile'> & {
  readonly executable: string;
  /** The folder in which the profile is made. */
  readonly profileParent: string;
  /** Called with Chromium's `DevTools listening on ws://…` line, when a debugging port was asked for. */
  onListening(line: string): void;
  /** Called once when Chromium ends without having been asked to. */
  onGone(sentence: string): void;
};

const ANNOUNCEMENT = 'DevTools listening on ';
const LAST_LINES = 15;
const MILLISECONDS_TO_END = 3_000;

/** A running Chromium. It ends with this process, however this process ends: the pipes close and Chromium leaves. */
export class Browser {
  readonly headless: boolean;
  readonly #process: ChildProcess;
  readonly #connection: DevToolsConnection;
  /** The profile folder; it goes when Chromium ends. */
  readonly profile: string;
  /** Chromium's own, of four numbers. */
  version = '';
  #ending = false;

  private constructor(child: ChildProcess, connection: DevToolsConnection, profile: string, headless: boolean) {
    this.#process = child;
    this.#connection = connection;
    this.profile = profile;
    this.headless = headless;
  }

  /** Rejects when Chromium can't be started. */
  static async launch(options: BrowserOptions): Promise<Browser> {
    const profile = createProfile(options.profileParent);
    // A process group of its own: a Ctrl+C in the terminal asks the app to quit, and must not take its windows first.
    const child = spawn(options.executable, chromiumSwitches({ ...options, profile }), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const [, , , writer, reader] = child.stdio;
    if (!(writer instanceof Writable) || !(reader instanceof Readable)) throw new Error('Chromium got no pipes.');
    const lastLines = watchMessages(child, options.onListening);
    const browser = new Browser(child, new DevToolsConnection(writer, reader), profile, options.headless);
    process.once('exit', () => browser.#kill());
    try {
      const { product } = await Promise.race([browser.session.send('Browser.getVersion'), failure(child)]);
      browser.version = product.replace(/^.*\//, '');
    } catch (error) {
      browser.#kill();
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`Chromium did not start (${options.executable}): ${reason}\n${lastLines().join('\n')}`);
    }
    child.once('exit', (code, signal) => {
      if (!browser.#ending) {
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        options.onGone(`Chromium ended unexpectedly, ${how}.\n${lastLines().join('\n')}`.trimEnd());
      }
    });
    return browser;
  }

  get session(): DevToolsSession {
    return this.#connection.browser;
  }

  sessionOf(id: string): DevToolsSession {
    return this.#connection.session(id);
  }

  /** Ends Chromium and removes what it wrote. */
  async close(): Promise<void> {
    this.#ending = true;
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, 'exit');
      const patience = setTimeout(() => this.#kill(), MILLISECONDS_TO_END);
      this.session.send('Browser.close').catch(() => undefined);
      await ended;
      clearTimeout(patience);
    }
    removeProfile(this.profile);
  }

  #kill(): void {
    this.#ending = true;
    const { pid } = this.#process;
    if (pid !== undefined && this.#process.exitCode === null && this.#process.signalCode === null) {
      try {
        process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
      } catch {
        // It ended by itself in the meantime.
      }
    }
    removeProfile(this.profile);
  }
}

/** Chromium's own messages are noise to a person, but for its debugging address, and for its last words. */
function watchMessages(child: ChildProcess, onListening: (line: string) => void): () => readonly string[] {
  const lines: string[] = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (line.startsWith(ANNOUNCEMENT)) onListening(line);
      else if (lines.push(line) > LAST_LINES) lines.shift();
    });
  }
  return () => lines;
}

function failure(child: ChildProcess): Promise<never> {
  return new Promise((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`it ended at once (${signal ?? `code ${code}`})`)));
  });
}
