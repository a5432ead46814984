import type { DatabaseSync } from 'node:sqlite';
import { longestAmount } from '../../shared/amounts.ts';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import type { Cost } from '../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import { rowText } from '../../shared/text.ts';
import type { Connection } from '../service/index.ts';
import { getAllTokens, getTokenMap, type ServiceError } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { createTokenChoices, type TokenChoice } from './token-choices.ts';
import { nameOf, tokenWithId } from './token-lists.ts';
import { createTokenPages, type TokenPage } from './token-pages.ts';

const FRESH_FOR_MS = 5 * 60_000;
/** More tokens than any deployment has been seen with; the contract describes `limit` as required here. */
const TOKEN_LIMIT = 1000;

/** What could not be read is asked for again after this, and not once per record that would need it. */
const AGAIN_AFTER_MS = 10_000;

const hasMoved: ServiceError = { code: 'cancelled', message: 'The account’s address was changed meanwhile.' };

/** How a read went. `error`: why the balances could not be read; `namesError`: the same of the token names. */
export type TokenReading = {
  readonly page: TokenPage;
  readonly error: ServiceError | null;
  readonly namesError: ServiceError | null;
};

type Underway = { readonly reading: Promise<TokenReading>; readonly beganAt: number; failed: boolean };

/** Told after every read of an account's tokens, whoever asked for it. */
export type ReadListener = (accountId: string, reading: TokenReading) => void;

export type TokenBook = ReturnType<typeof createTokenBook>;

/**
 * What is known of each account's tokens: `get_all_tokens` joined with `token_map` by address, and what the person said
 * of them. The last read of both is kept and stands in where the service cannot be reached.
 */
export function createTokenBook(database: DatabaseSync, commit: Commit, now: () => number) {
  const pages = createTokenPages(database, commit);
  const choices = createTokenChoices(database, commit);
  const readings = new Map<string, Underway>();
  const listeners = new Set<ReadListener>();
  /** How often each account has moved: what was asked of its service before that is not kept. */
  const moves = new Map<string, number>();

  async function read(accountId: string, connection: Connection, signal?: AbortSignal): Promise<TokenReading> {
    const move = moves.get(accountId);
    const [tokens, names] = await Promise.all([
      getAllTokens(connection, { limit: TOKEN_LIMIT }, signal),
      getTokenMap(connection, signal),
    ]);
    if (moves.get(accountId) !== move) return { page: pages.get(accountId), error: hasMoved, namesError: hasMoved };
    const readAt = new Date(now()).toISOString();
    const page: TokenPage = {
      ...pages.get(accountId),
      ...(tokens.ok ? { tokens: tokens.value, tokensReadAt: readAt } : {}),
      ...(names.ok ? { names: names.value.names, namesReadAt: readAt } : {}),
    };
    // Nobody needs to wait for the disk: what is lost here is read again.
    if (tokens.ok || names.ok) void pages.put(accountId, page);
    const reading: TokenReading = {
      page,
      error: tokens.ok ? null : tokens.error,
      namesError: names.ok ? null : names.error,
    };
    for (const listener of listeners) listener(accountId, reading);
    return reading;
  }

  function begin(accountId: string, connection: Connection, signal?: AbortSignal): Promise<TokenReading> {
    const underway: Underway = { reading: read(accountId, connection, signal), beganAt: now(), failed: false };
    readings.set(accountId, underway);
    return underway.reading.then((reading) => {
      underway.failed = reading.error !== null || reading.namesError !== null;
      return reading;
    });
  }

  async function page(accountId: string, connection: Connection, freshForMs: number): Promise<TokenPage> {
    const known = readings.get(accountId);
    if (known !== undefined) {
      // A clock that was set back must not make an old page look new.
      const age = Math.abs(now() - known.beganAt);
      if (age < (known.failed ? AGAIN_AFTER_MS : freshForMs)) return (await known.reading).page;
    }
    return (await begin(accountId, connection)).page;
  }

  /** Name and decimals of an address: the service's word first, the person's where it has none. */
  const describe = (
    { names }: TokenPage,
    accountId: string,
    tokenAddress: string,
  ): Omit<KnownToken, 'tokenDetailsId'> => {
    const named = nameOf(names, tokenAddress);
    const decimals = named?.decimals ?? choices.of(accountId, tokenAddress).decimals;
    return { tokenAddress, name: named === undefined ? null : rowText(named.name), decimals };
  };

  const tokenOfRecord = (known: TokenPage, accountId: string, { tokenDetailsId }: SubmissionRecord) => {
    const token = tokenDetailsId === null ? undefined : tokenWithId(known.tokens, tokenDetailsId);
    return token === undefined ? null : describe(known, accountId, token.tokenAddress);
  };

  return {
    /** What a record says the submission cost; null while the service has not said. */
    async costOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<Cost | null> {
      if (record.fees === null) return null;
      const token = tokenOfRecord(await page(accountId, connection, FRESH_FOR_MS), accountId, record);
      // What is no amount goes with the submission from place to place; whole it stands in the record.
      const amount = record.fees.length > longestAmount ? rowText(record.fees, longestAmount) : record.fees;
      return { amount, token: token?.name ?? null, decimals: token?.decimals ?? null };
    },

    /** The name of the token that a record was charged to; null when it cannot be told. */
    async tokenOf(accountId: string, connection: Connection, record: SubmissionRecord): Promise<string | null> {
      return tokenOfRecord(await page(accountId, connection, FRESH_FOR_MS), accountId, record)?.name ?? null;
    },

    /** Reads the balances anew, unless they were read within `freshForMs` milliseconds. */
    async refresh(accountId: string, connection: Connection, freshForMs: number): Promise<void> {
      await page(accountId, connection, freshForMs);
    },

    /** Reads both lists now. What cannot be read leaves what is kept as it is. Never rejects. */
    readNow: (accountId: string, connection: Connection, signal?: AbortSignal): Promise<TokenReading> =>
      begin(accountId, connection, signal),

    /** The balance as last read, of the token with this name; null when it was never read or there is no such token. */
    balanceOf(accountId: string, token: string | null): bigint | null {
      const { tokens, names } = pages.get(accountId);
      const address = names.find(({ name }) => name === token)?.tokenAddress;
      const balance = tokens.find(({ tokenAddress }) => tokenAddress === address)?.tokenBalance;
      return balance !== undefined && /^\d+$/.test(balance) ? BigInt(balance) : null;
    },

    /** Every token that the account had when its list was last read. */
    known(accountId: string): readonly KnownToken[] {
      const known = pages.get(accountId);
      return known.tokens.map(({ tokenDetailsId, tokenAddress }) => ({
        tokenDetailsId,
        ...describe(known, accountId, tokenAddress),
      }));
    },

    /** What is known of an address, listed among the account's tokens or not. */
    describe: (accountId: string, tokenAddress: string): Omit<KnownToken, 'tokenDetailsId'> =>
      describe(pages.get(accountId), accountId, tokenAddress),

    /** Both lists as last read. */
    page: (accountId: string): TokenPage => pages.get(accountId),

    choiceOf: (accountId: string, tokenAddress: string): TokenChoice => choices.of(accountId, tokenAddress),

    /** The decimals that the service gives; null where it gives none and the person is to be asked. */
    decimalsFromService: (accountId: string, tokenAddress: string): number | null =>
      nameOf(pages.get(accountId).names, tokenAddress)?.decimals ?? null,

    choose: choices.change,
    mayChoose: choices.hasRoomFor,

    /** Returns the function that stops listening. */
    onRead(listener: ReadListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** The account's requests go elsewhere now: balances and names of its old service are not those of the new one. */
    async moved(accountId: string): Promise<void> {
      moves.set(accountId, (moves.get(accountId) ?? 0) + 1);
      readings.delete(accountId);
      await pages.empty(accountId);
    },

    forget(accountId: string): void {
      readings.delete(accountId);
      pages.forget(accountId);
      choices.forget(accountId);
    },
  };
}
