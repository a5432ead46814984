import { mkdir } from 'node:fs/promises';
import { Chain } from './chain/chain.ts';
import { Credits } from './credits.ts';
import { DataHash } from './data-hash.ts';
import { openDatabase } from './database.ts';
import type { Faults } from './faults.ts';
import { creditsDialect } from './http/credits-dialect.ts';
import { deployedDialect, documentedDialect } from './http/dialects.ts';
import { createServer } from './http/server.ts';
import { createGates, InFlight } from './http/service.ts';
import { Ledger } from './ledger.ts';
import { NODE_PATH } from './node/routes.ts';
import { type PracticeServiceOptions, resolveOptions } from './options.ts';
import { PayloadStore } from './payload-store.ts';

export type { DialectName, PracticeServiceOptions } from './options.ts';

export type PracticeService = {
  /** `http://127.0.0.1:PORT` and the path prefix, without a final slash. */
  readonly url: string;
  /** The JSON-RPC address of the practice chain's node. */
  readonly nodeUrl: string;
  readonly apiKey: string;
  readonly accessToken: string;
  /** Encrypts all later submissions, so that their `data_hash` is of bytes that only the service has. */
  readonly encrypt: () => void;
  /** Changes the simulated faults from now on. Absent ones stay unchanged. */
  readonly misbehave: (faults: Partial<Faults>) => void;
  /** Lets the monitor resubmit entries with an error that reached the limit of retries. */
  readonly resetRetries: () => void;
  /** Aborts uploads, registers complete ones, and closes the ledger. Safe to call twice. */
  readonly close: () => Promise<void>;
};

const dialects = { documented: documentedDialect, deployed: deployedDialect, credits: creditsDialect } as const;

/** The service pays an order of credits itself, this many block times after its registration. */
const BLOCK_TIMES_TO_PAYMENT = 3;

const LOOPBACK = '127.0.0.1';

/**
 * Starts the practice service on loopback. Its data survives restarts; its credentials do not. Rejects with
 * `ZodError`, or with an `Error` with a readable message (port in use, folder in use).
 */
export async function startPracticeService(options: PracticeServiceOptions): Promise<PracticeService> {
  const settings = resolveOptions(options);
  await mkdir(settings.dataDir, { recursive: true });
  const hash = await DataHash.load(settings.blobs ? 'keccak256' : settings.dataHash);
  const database = openDatabase(settings.dataDir, settings.tokens, settings.credits);
  try {
    const { retryFailedSeconds } = settings;
    const faults: Faults = { ...settings.faults };
    const dialect = dialects[settings.dialect];
    const paidAfterMs = BLOCK_TIMES_TO_PAYMENT * settings.blockTimeSeconds * 1000;
    const credits = new Credits(database, faults, paidAfterMs);
    const ledger = new Ledger(database, retryFailedSeconds === null, dialect.kind === 'credits' ? credits : null);
    const payloads = await PayloadStore.open(settings.dataDir, hash, faults, (id) => ledger.submission(id) !== null);
    const chain = await Chain.open(database, payloads, settings.blockTimeSeconds);
    const submitting = new InFlight();
    const gates = createGates(settings);
    const server = createServer({
      settings,
      dialect,
      gates,
      ledger,
      credits,
      hash,
      payloads,
      chain,
      submitting,
      faults,
    });
    const origin = await server.listen({ host: LOOPBACK, port: settings.port }).catch((error: unknown) => {
      throw readableListenError(error, settings.port);
    });
    const url = origin + settings.pathPrefix;
    chain.awaitBlock();
    const retryFailed = (): void => {
      ledger.retryFailed(settings.retryLimit);
      chain.awaitBlock();
    };
    const monitor = retryFailedSeconds === null ? null : setInterval(retryFailed, retryFailedSeconds * 1000);

    const closeOnce = async (): Promise<void> => {
      if (monitor !== null) clearInterval(monitor);
      await server.close();
      await submitting.settled();
      await chain.stop();
      database.close();
    };
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => {
      closing ??= closeOnce();
      return closing;
    };
    return {
      url,
      nodeUrl: url + NODE_PATH,
      apiKey: settings.apiKey,
      accessToken: settings.accessToken,
      encrypt: () => hash.encrypt(),
      resetRetries: () => ledger.resetRetries(),
      misbehave: (changed) => {
        Object.assign(faults, changed);
      },
      close,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function readableListenError(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') return new Error(`Port ${port} is already in use.`);
  if (error.code === 'EACCES') return new Error(`Port ${port} may not be used by this user.`);
  return error;
}
