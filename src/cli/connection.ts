import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Confirm } from '../core/consent.ts';
import { addressOfOwner } from '../core/local-protocol.ts';
import { DataFolderLock, storageFailureKind } from '../core/storage/index.ts';
import { type Client, OwnClient, OwnerLost, ownerSilent, SocketClient } from './client.ts';
import { openEngine } from './engine.ts';
import { CommandError } from './exit.ts';

/** Milliseconds that an owner may take to start, to finish its uploads at its end, or to answer. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 100;
/** Container managers kill a process after 10 seconds. */
const END_WITHIN_MS = 8_000;

/** Returns the data folder: of the installed app, or of `npm start` if `entry` is a source. */
export function dataFolder(given: string | undefined, entry: string): string {
  const wanted = given ?? process.env.DROPSLIP_USER_DATA ?? '';
  if (wanted !== '') return resolve(wanted);
  const name = entry.endsWith('.ts') ? 'Dropslip Dev' : 'Dropslip';
  const home = homedir();
  if (process.platform === 'win32') return join(process.env.APPDATA ?? join(home, 'AppData', 'Roaming'), name);
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', name);
  return join(process.env.XDG_CONFIG_HOME || join(home, '.config'), name);
}

/**
 * How a command uses the data folder. As the owner, `work` continues the work of an earlier run, `ask` uses keys to ask the
 * service, and `read` uses no keys. `server` must be the owner, and `guest` must not.
 */
export type Role = 'work' | 'ask' | 'read' | 'server' | 'guest';

export type Place = { readonly userData: string; readonly entry: string; readonly confirm: Confirm };

/**
 * Runs `work` with the engine of the data folder, and closes it. If the owner ends meanwhile, runs `work` again with the
 * next owner.
 */
export async function withEngine<Value>(
  place: Place,
  role: Role,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  // Threads and sockets do not keep the process alive while it waits for them.
  const alive = setInterval(() => undefined, 60_000);
  try {
    for (;;) {
      const client = await connect(place, role);
      try {
        return await work(client);
      } catch (error) {
        if (!(error instanceof OwnerLost)) throw error;
      } finally {
        await client.close();
      }
    }
  } finally {
    clearInterval(alive);
  }
}

async function connect({ userData, entry, confirm }: Place, role: Role): Promise<Client> {
  const lock = new DataFolderLock(userData);
  for (let waited = 0; waited <= PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const claim = lock.take();
    if (claim.kind === 'impossible') throw notWritable(userData, claim.code, claim.detail);
    if (claim.kind === 'owned' && role === 'guest') {
      lock.release();
      const message = 'Dropslip does not run. Start the app, or dropslip serve.';
      throw new CommandError('unreachable', 'not-running', message);
    }
    if (claim.kind === 'owned') return own(lock, userData, entry, role, confirm);
    const client = await reach(userData, confirm);
    if (client !== null && role !== 'server') return client;
    if (client !== null) {
      await client.close();
      throw new CommandError('failed', 'already-running', `Dropslip already runs on ${userData}. Use that one.`);
    }
    await wait(LOOK_EVERY_MS);
  }
  throw ownerSilent();
}

async function own(
  lock: DataFolderLock,
  userData: string,
  entry: string,
  role: Role,
  confirm: Confirm,
): Promise<Client> {
  try {
    const { handlers, onEvent, catchUp, close } = await openEngine(userData, entry, {
      resumes: role === 'work' || role === 'server',
      lends: role !== 'read',
      isServer: role === 'server',
    });
    return new OwnClient(handlers, onEvent, confirm, catchUp, async () => {
      await close(role === 'server' ? END_WITHIN_MS : null);
      lock.release();
    });
  } catch (error) {
    lock.release();
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    if (storageFailureKind(error) === 'disk') throw notWritable(userData, codeOf(error), error.message);
    throw new CommandError('failed', 'data-not-opened', `The data in ${userData} cannot be opened. ${error.message}`);
  }
}

/** Null if nobody answers: the owner is starting or ending. */
async function reach(userData: string, confirm: Confirm): Promise<Client | null> {
  const address = addressOfOwner(userData);
  if (address === null) return null;
  const client = await SocketClient.open(address, confirm);
  try {
    await client.greet(PATIENCE_MS);
    return client;
  } catch (error) {
    await client.close();
    if (error instanceof OwnerLost) return null;
    throw error;
  }
}

/** SQLite's number is more specific than Node's single code for its errors. */
function codeOf(error: Error): string {
  if ('errcode' in error && typeof error.errcode === 'number') return `${error.errcode & 0xff}`;
  return 'code' in error ? String(error.code) : '';
}

function notWritable(userData: string, code: string, detail: string): CommandError {
  const isFull = ['ENOSPC', 'EDQUOT', '13'].includes(code);
  return isFull
    ? new CommandError('failed', 'disk-full', `The disk is full. Free some space and try again: ${userData}`)
    : new CommandError('failed', 'data-folder-not-writable', `Dropslip cannot write in ${userData}: ${detail}`);
}
