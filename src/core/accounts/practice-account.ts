import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { DomainEvents } from '../domain-events.ts';
import type { Credentials } from '../service/index.ts';
import type { StoredAccount } from './account-store.ts';

export const practiceAccount: StoredAccount = {
  id: 'practice',
  kind: 'practice',
  name: 'Practice account',
  colour: 'teal',
  address: null,
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  nodeAddress: null,
  appId: null,
  serviceKind: null,
};

export type PracticeHost = {
  readonly url: () => string | null;
  /** The address of its chain's node; null until it answers. */
  readonly nodeUrl: () => string | null;
  /** New at every start of the app and held in memory only. */
  readonly credentials: Credentials;
  /** Starts the service, once in a run of the app. Resolves once it answers or has failed. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string; readonly nodeUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Runs the practice service on its own thread, which starts when it is first needed. */
export class PracticeThread implements PracticeHost {
  readonly credentials = {
    apiKey: randomBytes(24).toString('base64url'),
    accessToken: randomBytes(24).toString('base64url'),
  };
  readonly #script: URL;
  readonly #dataDir: string;
  readonly #events: DomainEvents;
  #addresses: { readonly url: string; readonly nodeUrl: string } | null = null;
  #worker: Worker | null = null;
  #started: Promise<void> | null = null;
  #ended: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(script: URL, dataDir: string, events: DomainEvents) {
    this.#script = script;
    this.#dataDir = dataDir;
    this.#events = events;
  }

  readonly url = (): string | null => this.#addresses?.url ?? null;

  readonly nodeUrl = (): string | null => this.#addresses?.nodeUrl ?? null;

  start(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#started ??= new Promise((resolve) => this.#begin(resolve));
    return this.#started;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#worker?.postMessage({ kind: 'close' });
    return this.#ended;
  }

  #begin(onStarted: () => void): void {
    const fail = (detail: string): void => {
      this.#addresses = null;
      this.#events.emit('practice.failed', { detail });
      onStarted();
    };
    try {
      const worker = new Worker(this.#script, {
        workerData: { ...optionsFromEnvironment(), dataDir: this.#dataDir, ...this.credentials },
      });
      this.#worker = worker;
      this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()));
      // A thread that exits without a message must not block `start`.
      worker.once('exit', onStarted);
      worker.on('error', (error) => fail(error.message));
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'failed') {
          fail(message.message);
          return;
        }
        this.#addresses = message;
        this.#events.emit('practice.ready', {});
        onStarted();
      });
    } catch (error) {
      fail(String(error));
    }
  }
}

/**
 * Reads the options of the practice service from `DROPSLIP_PRACTICE`, for programs that drive the app:
 * `{"blockTimeSeconds": 1, "dialect": "deployed"}`. The service validates them.
 */
function optionsFromEnvironment(): object {
  const text = process.env.DROPSLIP_PRACTICE ?? '';
  if (text === '') return {};
  try {
    const options: unknown = JSON.parse(text);
    // No option has this name, so the service refuses it and says so.
    return typeof options === 'object' && options !== null ? options : { practice: options };
  } catch {
    return { practice: text };
  }
}
