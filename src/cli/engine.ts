import { homedir, release } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import manifest from '../../package.json' with { type: 'json' };
import { App } from '../core/app.ts';
import { AppData } from '../core/app-data.ts';
import { coreHandlers } from '../core/calls.ts';
import { distrust } from '../core/distrust.ts';
import { DomainEvents } from '../core/domain-events.ts';
import { freePath } from '../core/file-names.ts';
import { LocalServer, onLocalEvents } from '../core/local-server.ts';
import { openLog } from '../core/log.ts';
import { ownFolders } from '../core/own-folders.ts';
import { closeConnections } from '../core/service/index.ts';
import { dataFilePath, isGone, openTrusted } from '../core/storage/index.ts';
import { threadScripts } from '../core/thread-scripts.ts';
import { separatorsOf } from '../shared/amounts.ts';
import { failure } from '../shared/failures/failure.ts';
import { sizeUnitsOf } from '../shared/sizes.ts';
import { CommandError, errorOf } from './exit.ts';
import { secretsFromFiles, teamPasswordFromFile } from './secrets.ts';

export const version: string = manifest.version;

/** Core without a window, on a data folder that this process owns. */
export type Engine = {
  readonly handlers: ReturnType<typeof coreHandlers>;
  readonly onEvent: (listener: Parameters<typeof onLocalEvents>[1]) => () => void;
  /** Reads what the team has submitted, if the work of an earlier run is not continued. */
  readonly catchUp: () => Promise<void>;
  /** Finishes the uploads that have begun, and ends. `withinMs`: milliseconds for them; null for as long as they take. */
  readonly close: (withinMs: number | null) => Promise<void>;
};

type EngineOptions = {
  /** Continue the work of an earlier run. */
  readonly resumes: boolean;
  /** Give the keys from files to their account. */
  readonly lends: boolean;
  /** Other commands depend on the socket. */
  readonly isServer: boolean;
};

/**
 * Opens core on a data folder, and its socket for other commands. Errors: a damaged database, or one of a newer version.
 */
export async function openEngine(
  userData: string,
  entry: string,
  { resumes, lends, isServer }: EngineOptions,
): Promise<Engine> {
  const log = openLog(userData);
  const events = new DomainEvents((name, error) => log.error({ error, event: name }, 'a listener failed'));
  events.on('problem', ({ what, detail }) => log.error({ detail }, what));
  const databasePath = dataFilePath(join(userData, 'dropslip.db'));
  const script = threadScripts(entry);
  const opened = isGone(databasePath)
    ? ({ kind: 'damaged', why: 'The data file is gone.' } as const)
    : openTrusted(databasePath, Date.now(), distrust);
  if (opened.kind === 'damaged') {
    const message = `Dropslip’s data file is damaged. Open the Dropslip app to choose what replaces it. ${opened.why}`;
    throw new CommandError('failed', 'data-damaged', message);
  }
  const data = new AppData(opened, databasePath, script('copy'), events, log);
  const language = (): string => Intl.DateTimeFormat().resolvedOptions().locale;
  const downloads = join(homedir(), 'Downloads');
  const app = await App.open({
    userData,
    data,
    isOwn: ownFolders(() => [userData], databasePath),
    script,
    app: { version, folder: import.meta.dirname },
    sizes: sizeUnitsOf(process.platform),
    region: language,
    versions: () => ({
      Dropslip: version,
      Node: process.versions.node,
      System: `${process.platform} ${process.arch} ${release()}`,
    }),
    leavesKeychainAlone: process.env.DROPSLIP_KEYCHAIN === 'none',
    // Only questions of the engine itself come here. Nobody is there to approve.
    confirm: () => Promise.resolve(false),
    print: () => Promise.reject(new Error('Only the window prints.')),
    saveKey: () => Promise.reject(new Error('Only the window saves keys.')),
    downloads: {
      folder: () => downloads,
      refuseFolder: () => undefined,
      freePath,
      showInFolder: () => failure({ code: 'file-gone' }),
    },
    events,
  });
  const onProblem = (name: string, error: unknown): void => log.error({ call: name, error }, 'a call failed');
  const handlers = coreHandlers(app, {
    separators: () => separatorsOf(language()),
    language,
    openedReceipt: () => null,
    saveFile: () => Promise.reject(new Error('Only the window exports.')),
  });
  let server: LocalServer | null = null;
  const close = async (withinMs: number | null): Promise<void> => {
    const finished = app.features.submissions.finishSending();
    await (withinMs === null ? finished : Promise.race([finished, wait(withinMs, undefined, { ref: false })]));
    if (resumes) await app.features.team.finish();
    server?.close();
    const closed = data.close(app.close());
    closeConnections();
    await closed;
  };
  try {
    if (lends) await lendSecrets(app);
    const teamPassword = await teamPasswordFromFile();
    if (teamPassword !== null) app.features.team.lend(teamPassword);
    // Other commands wait for the end of one that only reads, because this process has no keys for theirs.
    if (resumes) {
      server = await LocalServer.open(userData, version, handlers, events, onProblem).catch((error: unknown) => {
        if (isServer) throw socketError(userData, error);
        log.warn({ error }, 'the socket cannot be opened');
        return null;
      });
      app.recover();
    }
    if (data.notice !== null) app.readAllRecords();
  } catch (error) {
    // Nothing may go on after a failure.
    await close(0);
    throw error;
  }
  const { team, sharing } = app.features;
  const catchUp = (): Promise<void> => (resumes ? Promise.resolve() : team.catchUp(sharing));
  return { handlers, onEvent: (listener) => onLocalEvents(events, listener), catchUp, close };
}

function socketError(userData: string, error: unknown): CommandError {
  const message = `Other commands could not reach it, because no socket can be opened in ${userData}: ${String(error)}`;
  return new CommandError('failed', 'socket-not-opened', message);
}

/**
 * Gives the keys from the files that the environment names to the account that `DROPSLIP_ACCOUNT` names, or to the only
 * account of a service. Another account never gets them.
 */
async function lendSecrets({ features: { accounts } }: App): Promise<void> {
  const secrets = await secretsFromFiles();
  if (secrets.apiKey === null && secrets.accessToken === null) return;
  const name = process.env.DROPSLIP_ACCOUNT ?? '';
  const ofServices = accounts.list().filter(({ kind }) => kind === 'service');
  const named = ofServices.filter((account) => name === '' || account.id === name || account.name === name);
  const [account] = named;
  // The first account is about to be added.
  if (ofServices.length === 0) return;
  if (account === undefined || named.length > 1) {
    const message = 'Set DROPSLIP_ACCOUNT to the account that the key files belong to.';
    throw new CommandError('usage', 'account-of-keys-missing', message);
  }
  const lent = await accounts.changes.lend(account.id, secrets);
  if (!lent.ok) throw errorOf(lent.error);
}
