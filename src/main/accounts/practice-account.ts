import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { DomainEvents } from '../domain-events.ts';
import type { Credentials } from '../service/index.ts';
import { nothingFound, type StoredAccount } from './account-row.ts';

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
  /** Made anew at every start and held in memory only, so there is nothing to keep or to look for. */
  readonly credentials: Credentials;
  readonly close: () => Promise<void>;
};

type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string; readonly nodeUrl: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Starts the practice service on a thread of its own. `script` is the built `practice-service` worker. */
export function startPracticeService(script: URL, dataDir: string, events: Pick<DomainEvents, 'emit'>): PracticeHost {
  const credentials = {
    apiKey: randomBytes(24).toString('base64url'),
    accessToken: randomBytes(24).toString('base64url'),
  };
  let url: string | null = null;
  let nodeUrl: string | null = null;
  const worker = new Worker(script, { workerData: { ...optionsFromEnvironment(), dataDir, ...credentials } });
  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') {
      url = message.url;
      nodeUrl = message.nodeUrl;
      events.emit('practice.ready', {});
    } else events.emit('practice.failed', { detail: message.message });
  });
  worker.on('error', (error) => {
    url = null;
    nodeUrl = null;
    events.emit('practice.failed', { detail: error.message });
  });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  return {
    url: () => url,
    nodeUrl: () => nodeUrl,
    credentials,
    close: () => {
      worker.postMessage({ kind: 'close' });
      return ended;
    },
  };
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
