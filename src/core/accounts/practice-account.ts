import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { DomainEvents } from '../domain-events.ts';
import type { Credentials } from '../service/index.ts';
import { nothingFound, type StoredAccount } from './account-store.ts';

export const practiceAccount: StoredAccount = {
  id: 'practice',
  kind: 'practice',
  name: 'Practice account',
  colour: 'teal',
  address: null,
  submitAddress: null,
  submitBy: { variant: 'api-key' },
  requestFundsPath: null,
  tokenMapPath: null,
  nodeAddress: null,
  found: nothingFound,
};

export type PracticeHost = {
  /** The service's address; null until it answers. */
  readonly url: () => string | null;
  /** Of the node of its practice chain; null until it answers. */
  readonly nodeUrl: () => string | null;
  /** Made anew at every start of the app and held in memory only, so there is nothing to keep or to look for. */
  readonly credentials: Credentials;
  /** Starts it where nobody has needed it yet. Resolves once it answers, or has told that it cannot. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string; readonly nodeUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

export type PracticeServiceParts = {
  /** The built `practice-service` worker. */
  readonly script: URL;
  readonly dataDir: string;
  readonly events: Pick<DomainEvents, 'emit'>;
};

/** The practice service, on a thread of its own from the first time that somebody needs it: who never practises has none. */
export class PracticeThread implements PracticeHost {
  readonly credentials = {
    apiKey: randomBytes(24).toString('base64url'),
    accessToken: randomBytes(24).toString('base64url'),
  };
  readonly #parts: PracticeServiceParts;
  #addresses: { readonly url: string; readonly nodeUrl: string } | null = null;
  #worker: Worker | null = null;
  #started: Promise<void> | null = null;
  #ended: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: PracticeServiceParts) {
    this.#parts = parts;
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

  #begin(onceKnown: () => void): void {
    const { script, dataDir, events } = this.#parts;
    const fail = (detail: string): void => {
      this.#addresses = null;
      events.emit('practice.failed', { detail });
      onceKnown();
    };
    try {
      const worker = new Worker(script, { workerData: { ...optionsFromEnvironment(), dataDir, ...this.credentials } });
      this.#worker = worker;
      this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()));
      // One that ends without a word keeps nobody waiting.
      worker.once('exit', onceKnown);
      worker.on('error', (error) => fail(error.message));
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'failed') {
          fail(message.message);
          return;
        }
        this.#addresses = message;
        events.emit('practice.ready', {});
        onceKnown();
      });
    } catch (error) {
      fail(String(error));
    }
  }
}

/**
 * `DROPSLIP_PRACTICE` changes the practice service's options for those who drive the app from outside, as JSON:
 * `{"blockTimeSeconds": 1, "dialect": "deployed"}`. The service checks them and says what is wrong.
 */
function optionsFromEnvironment(): object {
  const text = process.env.DROPSLIP_PRACTICE ?? '';
  if (text === '') return {};
  try {
    const options: unknown = JSON.parse(text);
    return typeof options === 'object' && options !== null ? options : { practice: options };
  } catch {
    return { practice: text };
  }
}
