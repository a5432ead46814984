import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { spawnOnDesktop, waitForService } from './desktop.ts';
import type { RunningApp } from './launch.ts';
import { inMain } from './main-process.ts';
import { stop } from './session-bus.ts';

/** A real notification service (dunst) on the test desktop. */
export class NotificationService {
  static readonly programs = ['dunst', 'dunstctl'] as const;

  readonly #dunst: ChildProcess;
  #printed = '';

  static async start(folder: string): Promise<NotificationService> {
    const service = new NotificationService(folder);
    await waitForService('org.freedesktop.Notifications');
    return service;
  }

  private constructor(folder: string) {
    this.#dunst = spawnOnDesktop('dunst', ['-print'], folder);
    this.#dunst.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#printed += text;
    });
  }

  /** Title and body of each shown notification, one per line. */
  get shown(): readonly string[] {
    const notifications = this.#printed.matchAll(/^\tsummary: '(.*)'\n\tbody: '([\s\S]*?)'\n\ticon: /gm);
    return [...notifications].map(([, title, body]) => `${title}\n${body}`);
  }

  /** Waits for a notification with these words, which must be the only one, and clicks it. */
  async click(words: string): Promise<void> {
    await expect.poll(() => this.shown.at(-1)).toContain(words);
    await promisify(execFile)('dunstctl', ['action', '0']);
    await promisify(execFile)('dunstctl', ['close-all']);
  }

  /** Makes the service stop answering. It stays on the bus. */
  freeze(): void {
    this.#dunst.kill('SIGSTOP');
  }

  close(): Promise<void> {
    return stop(this.#dunst);
  }
}

/** Takes the focus from the app's window, because the app notifies only if it has no focus. */
export async function lookAway(app: RunningApp): Promise<void> {
  await inMain(
    app,
    `const [window] = electron.BrowserWindow.getAllWindows();
    const heard = (event) => new Promise((resolve) => window.once(event, resolve));
    if (!window.isFocused()) await heard('focus');
    const away = heard('blur');
    window.blur();
    await away;`,
  );
}
