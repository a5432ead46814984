import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { TokenBalance } from '../../shared/bridge/balances.ts';
import type { Deposit } from '../../shared/bridge/deposits.ts';
import { AccountStore } from '../accounts/account-store.ts';
import { practiceAccount } from '../accounts/practice-account.ts';
import { CreditOrders, Deposits } from '../deposits/index.ts';
import { type RecordedEvent, RecordedEvents } from '../domain-events.fixture.ts';
import { type Connection, closeConnections, type WireLimits } from '../service/index.ts';
import { answering, connectionTo, json } from '../service/scripted-server.fixture.ts';
import { GroupCommit, openDatabase } from '../storage/index.ts';
import { Balances, Tokens } from './index.ts';

/** For tests: balances and deposits on a real database, in a folder that is removed afterwards. */
export type BalancesRig = {
  readonly tokens: Tokens;
  readonly balances: Balances;
  readonly deposits: Deposits;
  readonly orders: CreditOrders;
  readonly database: DatabaseSync;
  readonly events: readonly RecordedEvent[];
  readonly deposit: () => Deposit;
  /** Resolves once it holds; looks again at every event. */
  readonly until: (holds: () => boolean) => Promise<void>;
  /** Ends everything as a kill would, and opens it again on the same data. */
  readonly restart: (changes?: RigChanges) => Promise<void>;
};

export type RigChanges = {
  readonly connection?: Connection | null;
  readonly limits?: WireLimits;
  readonly now?: () => number;
};

export const accountId = practiceAccount.id;

const cleanups: (() => Promise<void>)[] = [];

/** Call after each test. */
export async function closeBalancesRigs(): Promise<void> {
  closeConnections();
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

export async function openBalancesRig(first: RigChanges = {}): Promise<BalancesRig> {
  const folder = await mkdtemp(join(tmpdir(), 'balances-'));
  const listeners = new Set<() => void>();
  const events = new RecordedEvents(() => {
    for (const listener of [...listeners]) listener();
  });

  async function open(changes: RigChanges) {
    const database = openDatabase(join(folder, 'dropslip.db'));
    const { commit } = new GroupCommit(database);
    const now = changes.now ?? Date.now;
    await new AccountStore(database, commit).add(practiceAccount, new Date(now()).toISOString());
    const tokens = new Tokens(database, commit, now);
    const connection = () => changes.connection ?? null;
    const balances = new Balances(tokens, connection, events, now);
    const deposits = new Deposits(database, commit, tokens, balances, connection, events, now, changes.limits);
    const orders = new CreditOrders(database, commit, tokens, balances, connection, events, now);
    const stop = (): void => {
      balances.close();
      deposits.close();
      orders.close();
      database.close();
    };
    return { tokens, balances, deposits, orders, database, stop };
  }

  let current = await open(first);
  cleanups.push(async () => {
    current.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get tokens() {
      return current.tokens;
    },
    get balances() {
      return current.balances;
    },
    get deposits() {
      return current.deposits;
    },
    get orders() {
      return current.orders;
    },
    get database() {
      return current.database;
    },
    events: events.all,
    deposit: () => {
      const [newest] = current.deposits.list(accountId);
      if (newest === undefined) throw new Error('There is no deposit.');
      return newest;
    },
    until: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!holds()) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    restart: async (changes = {}) => {
      current.stop();
      current = await open({ ...first, ...changes });
      current.deposits.recover();
      current.orders.recover();
    },
  };
}

/** The address that `openReadingRig` names. */
export const alpha = `0x${'aa'.repeat(20)}`;

export type Listed = {
  readonly token_details_id: number;
  readonly token_address: string;
  readonly token_balance: string;
};

/** A service that lists what a test says, with the rig that reads it. */
export async function openReadingRig(tokens: readonly Listed[], changes: RigChanges = {}) {
  const said = { tokens: [...tokens], names: { alpha: { token_address: alpha, token_decimals: 6 } }, broken: false };
  const server = await answering(({ url }, response) => {
    if (said.broken) response.writeHead(503).end();
    else json(response, 200, url.includes('token_map') ? said.names : said.tokens);
  });
  const rig = await openBalancesRig({ connection: connectionTo(server.baseUrl), ...changes });
  const read = async (balance?: string): Promise<readonly TokenBalance[]> => {
    if (balance !== undefined) said.tokens = said.tokens.map((token) => ({ ...token, token_balance: balance }));
    await rig.balances.refresh(accountId);
    return shown(rig);
  };
  return { said, server, rig, read };
}

export const listed = (id: number, address: string, balance: string): Listed => ({
  token_details_id: id,
  token_address: address,
  token_balance: balance,
});

/** The tokens of the balances screen as they are shown now. */
export const shown = async (rig: BalancesRig): Promise<readonly TokenBalance[]> =>
  (await rig.balances.view(accountId)).tokens;
