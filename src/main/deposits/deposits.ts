import type { DatabaseSync } from 'node:sqlite';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import {
  type BalanceReading,
  type Deposit,
  type DepositDecision,
  type DepositEvidence,
  type DepositList,
  type DepositSight,
  decisionsIn,
} from '../../shared/bridge/deposits.ts';
import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { FeesSince, TokenBook } from '../balances/index.ts';
import { AccountNews } from '../balances/index.ts';
import type { Connection } from '../service/index.ts';
import { requestFunds, type WireLimits } from '../service/index.ts';
import { type Commit, createRetriedWrites } from '../storage/index.ts';
import { MOST_ATTEMPTS, MOST_OPEN, SHOWN, tooManyOpen, triedTooOften } from './deposit-limits.ts';
import { createDepositRises, type DepositRisesParts } from './deposit-rises.ts';
import { hasRisen, sightAfter } from './deposit-sight.ts';
import { createDepositStore, type StoredDeposit } from './deposit-store.ts';
import { advance, type DepositEvent, firstAttempt, risen, wasSent } from './deposit-transitions.ts';

export type DepositsParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly tokens: TokenBook;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: (accountId: string) => Connection | null;
  /** The fees that an account's records show for a token since an instant. */
  readonly feesSince: (accountId: string) => FeesSince;
  /** The service answered under this path: it is asked first from now on. */
  readonly onPathFound: (accountId: string, connection: Connection, path: string) => Promise<void>;
  readonly send: (event: WindowEvent) => void;
  readonly limits?: WireLimits;
  readonly lookAfterMs?: DepositRisesParts['lookAfterMs'];
};

export type NewDeposit = {
  readonly draftId: string;
  readonly accountId: string;
  readonly tokenAddress: string;
  readonly amount: string;
  readonly chainId: string;
};

export type DepositBook = ReturnType<typeof createDeposits>;

/** How long a look at the balance may keep the deposit, or the person, waiting. */
const BALANCE_WAIT_MS = 10_000;

const notReady: Failure = { code: 'not-ready', message: 'This account cannot be reached yet. Try again in a moment.' };
const notNow: Failure = { code: 'not-now', message: 'This deposit has moved on meanwhile. Look at it again.' };
const tooSlow: Failure = { code: 'unreachable', message: 'The service takes too long to answer.' };
const notListed: Failure = { code: 'not-found', message: 'The service does not list this token for the account.' };
const notWritten: Failure = { code: 'not-written', message: 'The disk cannot be written. Free some space first.' };
const noSuchDeposit: Failure = { code: 'not-found', message: 'This deposit is not known here.' };

/**
 * Registers deposits and keeps their receipts. An attempt is in the journal before its first byte leaves; what may have
 * been taken is never sent again but by a person's word.
 */
export function createDeposits(parts: DepositsParts) {
  const { tokens, now, send } = parts;
  const retriedWrites = createRetriedWrites(
    (text) => send({ kind: 'notice', tone: 'warning', text }),
    () => send({ kind: 'notice', tone: 'info', text: 'The disk can be written again. The deposits are kept.' }),
  );
  const store = createDepositStore(parts.database, parts.commit, retriedWrites);
  const stops = new Map<number, AbortController>();
  const deciding = new Set<number>();
  const drafts = new Map<string, Promise<Result<Deposit>>>();
  let closed = false;

  const instant = (): string => new Date(now()).toISOString();
  const tokenOf = (accountId: string, tokenAddress: string): Deposit['token'] => {
    const { name, decimals } = tokens.describe(accountId, tokenAddress);
    return { name, decimals };
  };
  const news = new AccountNews((accountId) => send({ kind: 'deposits-changed', accountId }));
  const changed = (accountId: string): void => news.tell(accountId);
  /** Those that nobody knows the end of, with those that are about to be written down. */
  const openOf = (accountId: string): number =>
    store.countOpen(accountId) + [...drafts.keys()].filter((key) => key.startsWith(`${accountId} `)).length;
  const shown = (deposit: StoredDeposit): Deposit => ({
    ...deposit,
    token: tokenOf(deposit.accountId, deposit.tokenAddress),
  });

  /** The deposit after an event; null when the event makes no sense for it any more. */
  const after = (id: number, event: DepositEvent): StoredDeposit | null => {
    const current = store.get(id);
    const next = current === null ? null : advance(current, event);
    return current === null || next === null ? null : { ...current, ...next };
  };

  const rises = createDepositRises({ ...parts, store, changed });

  /** An older balance is none: it would be taken for this one, and a rise of another day for this deposit's. */
  async function balanceNow(
    accountId: string,
    connection: Connection,
    tokenAddress: string,
  ): Promise<{
    readonly reading: BalanceReading | null;
    readonly id: string | null;
    readonly trouble: Failure | null;
  }> {
    const { page, error } = await tokens.readNow(accountId, connection, AbortSignal.timeout(BALANCE_WAIT_MS));
    if (error !== null) return { reading: null, id: null, trouble: error.code === 'cancelled' ? tooSlow : error };
    const found = page.tokens.find((token) => token.tokenAddress === tokenAddress);
    if (found === undefined || page.tokensReadAt === null) return { reading: null, id: null, trouble: notListed };
    const reading = { balance: found.tokenBalance, at: page.tokensReadAt };
    return { reading, id: found.tokenDetailsId, trouble: null };
  }

  async function evidence(deposit: StoredDeposit): Promise<DepositEvidence> {
    const { accountId, tokenAddress, sight } = deposit;
    const { before } = sight;
    const connection = parts.connection(accountId);
    if (connection === null) return { before, now: null, trouble: notReady, sight: sight.after };
    const { reading, id, trouble } = await balanceNow(accountId, connection, tokenAddress);
    if (reading === null || id === null) return { before, now: null, trouble, sight: sight.after };
    return { before, now: reading, trouble: null, sight: (await sightOf(deposit, reading, id)).after };
  }

  /** What a reading of the balance of the token with this id says of a deposit. */
  async function sightOf(deposit: StoredDeposit, reading: BalanceReading, id: string): Promise<DepositSight> {
    const { accountId, amount, sight } = deposit;
    if (sight.before === null) return sight;
    const fees = await parts.feesSince(accountId)(id, sight.before.at);
    return sightAfter(sight, BigInt(amount), reading, fees);
  }

  /** Sends what the journal says is being registered, and writes down how it ended. */
  async function register(deposit: StoredDeposit, connection: Connection): Promise<void> {
    const { id, accountId, tokenAddress } = deposit;
    const stop = new AbortController();
    stops.set(id, stop);
    changed(accountId);
    const outcome = await requestFunds(
      connection,
      { tokenAddress, amountDeposited: BigInt(deposit.amount), chainId: BigInt(deposit.chainId) },
      stop.signal,
      parts.limits,
      async () => {
        const { reading, id: tokenId } = await balanceNow(accountId, connection, tokenAddress);
        return reading === null || tokenId === null || !hasRisen(await sightOf(deposit, reading, tokenId));
      },
    );
    stops.delete(id);
    const ended = closed ? null : after(id, { type: 'answered', outcome, at: instant() });
    if (ended === null) return;
    await store.keepProgress(ended);
    if (ended.state.kind === 'registered' || ended.state.kind === 'unknown') rises.watch(accountId);
    changed(accountId);
    if (outcome.kind === 'registered') await parts.onPathFound(accountId, connection, outcome.path);
  }

  /** Goes on by itself. A path that cannot be written down is found anew. */
  function goOut(deposit: StoredDeposit, connection: Connection): void {
    void register(deposit, connection).catch(() => undefined);
  }

  async function begin({ draftId, accountId, ...asked }: NewDeposit): Promise<Result<Deposit>> {
    const known = store.ofDraft(accountId, draftId);
    if (known !== null) return success(shown(known));
    const connection = parts.connection(accountId);
    if (connection === null) return failure(notReady);
    const { reading: before } = await balanceNow(accountId, connection, asked.tokenAddress);
    const at = instant();
    const sight = { before, after: { kind: 'not-yet' } } as const;
    const added = await store.add(draftId, { accountId, ...asked, createdAt: at, ...firstAttempt(at), sight });
    goOut(added, connection);
    return success(shown(added));
  }

  async function again(deposit: StoredDeposit, decision: 'try-again' | 'register-again'): Promise<Result<null>> {
    const connection = parts.connection(deposit.accountId);
    if (connection === null) return failure(notReady);
    if (deposit.attempts.length >= MOST_ATTEMPTS) return failure(triedTooOften);
    if (decision === 'try-again' && openOf(deposit.accountId) >= MOST_OPEN) return failure(tooManyOpen);
    const { reading, id } = await balanceNow(deposit.accountId, connection, deposit.tokenAddress);
    const seen = reading === null || id === null ? deposit.sight : await sightOf(deposit, reading, id);
    // It goes out a second time: what the person has not seen in the balance yet is shown first.
    if (deposit.attempts.some(wasSent) && hasRisen(seen) && !hasRisen(deposit.sight)) return showRise(deposit.id, seen);
    // Where the service cannot have it, the balance is compared anew; where it may, with what was there before all.
    const before = decision === 'try-again' || deposit.sight.before === null ? reading : deposit.sight.before;
    const begun = after(deposit.id, { type: 'decided', decision, at: instant() });
    if (begun === null) return failure(notNow);
    await store.putProgress(begun, before === deposit.sight.before ? null : { ...begun.sight, before });
    goOut(begun, connection);
    return success(null);
  }

  /** The deposit is uncertain from here on, with the rise in sight. */
  async function showRise(id: number, sight: DepositSight): Promise<Result<null>> {
    const doubted = after(id, { type: 'risen', at: instant() });
    if (doubted === null) return failure(notNow);
    await store.putProgress(doubted, sight);
    changed(doubted.accountId);
    return failure(risen);
  }

  async function settle({ id, accountId }: StoredDeposit): Promise<Result<null>> {
    const settled = after(id, { type: 'decided', decision: 'went-through', at: instant() });
    if (settled === null) return failure(notNow);
    await store.putProgress(settled);
    changed(accountId);
    rises.watch(accountId);
    return success(null);
  }

  return {
    /** Those that an earlier run left in the middle may have been registered: they are `unknown` when it returns. */
    recover(): void {
      for (const { id } of store.registering()) {
        const ended = after(id, { type: 'interrupted', at: instant() });
        if (ended !== null) void store.keepProgress(ended);
      }
    },

    /** What is known of a token of an account. */
    token: tokenOf,

    /** All of them, newest first. */
    list: (accountId: string): { readonly deposits: readonly Deposit[] } => ({
      deposits: store.all(accountId).map(shown),
    }),

    /** For the window: the newest, and whatever else is open. */
    page(accountId: string): DepositList {
      const deposits = store.newest(accountId, SHOWN).map(shown);
      return { accountId, deposits, older: store.count(accountId) - deposits.length };
    },

    register(asked: NewDeposit): Promise<Result<Deposit>> {
      const key = `${asked.accountId} ${asked.draftId}`;
      const isNew = !drafts.has(key) && store.ofDraft(asked.accountId, asked.draftId) === null;
      if (isNew && openOf(asked.accountId) >= MOST_OPEN) return Promise.resolve(failure(tooManyOpen));
      const underway = drafts.get(key) ?? begin(asked).finally(() => drafts.delete(key));
      drafts.set(key, underway);
      return underway;
    },

    /** What the balance says of a deposit now. Errors: `not-found`. */
    async evidence(id: number): Promise<Result<DepositEvidence>> {
      const deposit = store.get(id);
      return deposit === null ? failure(noSuchDeposit) : success(await evidence(deposit));
    },

    async decide(id: number, decision: DepositDecision): Promise<Result<null>> {
      if (decision === 'stop') {
        if (!stops.has(id)) return failure(notNow);
        stops.get(id)?.abort();
        return success(null);
      }
      // Two clicks are one: the second would send a second time.
      if (deciding.has(id)) return failure(notNow);
      const deposit = store.get(id);
      if (deposit === null) return failure(noSuchDeposit);
      if (store.isHeld(id)) return failure(notWritten);
      // Asked for again once the balance is read: an answer that came meanwhile is nobody's to decide on yet.
      if (!decisionsIn[deposit.state.kind].includes(decision)) return failure(notNow);
      deciding.add(id);
      try {
        return await (decision === 'went-through' ? settle(deposit) : again(deposit, decision));
      } finally {
        deciding.delete(id);
      }
    },

    /** The account's requests go elsewhere now: balances of its old service say nothing of those that come. */
    async moved(accountId: string): Promise<void> {
      for (const { id, sight } of store.allAwaitingRise(accountId)) {
        await store.putSight(id, { ...sight, before: null });
      }
      changed(accountId);
    },

    /** Whether the service's answer to a deposit of this account is awaited. */
    isRegistering: (accountId: string): boolean => store.registering(accountId).some(({ id }) => stops.has(id)),

    close(): void {
      closed = true;
      news.close();
      rises.close();
      retriedWrites.close();
    },
  };
}
