import type { DatabaseSync } from 'node:sqlite';
import { wholeUnits } from '../../shared/amounts.ts';
import {
  type Deposit,
  type DepositDecision,
  type DepositEvidence,
  type DepositList,
  type DepositSight,
  decisionsIn,
} from '../../shared/bridge/deposits.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import { type Connection, type Reach, requestFunds, type WireLimits } from '../service/index.ts';
import { type Commit, RetriedWrites } from '../storage/index.ts';
import { DepositRises, type DepositRisesParts } from './deposit-rises.ts';
import { DepositStore, type StoredDeposit } from './deposit-store.ts';
import { advance, type DepositEvent, firstAttempt, hasRisen, wasSent } from './deposit-transitions.ts';

type DepositsParts = Pick<DepositRisesParts, 'tokens' | 'polling' | 'feesSince' | 'lookAfterMs'> & {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: Reach;
  /** The service answered under this path: it is asked first from now on. */
  readonly onPathFound: (accountId: string, connection: Connection, path: string) => Promise<void>;
  readonly events: DomainEvents;
  readonly limits?: WireLimits;
};

type NewDeposit = {
  readonly draftId: string;
  readonly accountId: string;
  readonly tokenAddress: string;
  readonly amount: string;
  readonly chainId: string;
};

/** As many deposits of an account may be open at once: being registered, or nobody knows whether they were. */
const MOST_OPEN = 50;
const tooManyOpen: Failure = {
  code: 'too-many-open',
  values: { most: MOST_OPEN },
};

const MOST_ATTEMPTS = 100;

/** An older balance is not said to be what there is now. */
const BALANCE_HOLDS_MS = 10 * 60_000;

/** So many of the newest deposits are shown in the window. */
const SHOWN = 200;

const notReady: Failure = { code: 'not-ready' };
const notNow: Failure = { code: 'not-now' };
const noSuchDeposit: Failure = { code: 'unknown-deposit' };

/**
 * Registers deposits and keeps their receipts. An attempt is in the journal before its first byte leaves; what may have
 * been taken is never sent again but by a person's word.
 */
export class Deposits {
  readonly #parts: DepositsParts;
  readonly #retriedWrites: RetriedWrites;
  readonly #store: DepositStore;
  readonly #rises: DepositRises;
  readonly #changes: GatheredChanges;
  readonly #stops = new Map<number, AbortController>();
  readonly #deciding = new Set<number>();
  readonly #drafts = new Map<string, Promise<Result<Deposit>>>();
  #closed = false;

  constructor(parts: DepositsParts) {
    const { database, commit, events } = parts;
    this.#parts = parts;
    this.#retriedWrites = new RetriedWrites(
      (detail) => events.notice({ code: 'disk-full', detail }),
      () => events.notice({ code: 'deposits-kept' }),
    );
    this.#store = new DepositStore(database, commit, this.#retriedWrites);
    this.#changes = new GatheredChanges((accountId) => events.emit('deposits.changed', { accountId }));
    this.#rises = new DepositRises({
      ...parts,
      store: this.#store,
      changed: (accountId) => this.#changes.add(accountId),
    });
  }

  /** Those that an earlier run left in the middle may have been registered: they are `unknown` when it returns. */
  recover(): void {
    for (const { id } of this.#store.registering()) {
      const ended = this.#after(id, { type: 'interrupted', at: this.#instant() });
      if (ended !== null) void this.#store.keepProgress(ended);
    }
  }

  /** What is known of a token of an account. */
  token(accountId: string, tokenAddress: string): Deposit['token'] {
    const { name, decimals } = this.#parts.tokens.describe(accountId, tokenAddress);
    return { name, decimals };
  }

  /** The balance of a token as it was just read, in base units; null where it was not, or the service said no amount. */
  balance(accountId: string, tokenAddress: string): bigint | null {
    const { tokens, tokensReadAt } = this.#parts.tokens.lists(accountId);
    const age = tokensReadAt === null ? Number.NaN : Math.abs(this.#parts.now() - Date.parse(tokensReadAt));
    const found = tokens.find((token) => token.tokenAddress === tokenAddress)?.tokenBalance;
    return age <= BALANCE_HOLDS_MS && found !== undefined ? wholeUnits(found) : null;
  }

  /** All of them, newest first. */
  list(accountId: string): readonly Deposit[] {
    return this.#store.all(accountId).map((deposit) => this.#shown(deposit));
  }

  /** For the window: the newest, and whatever else is open. */
  page(accountId: string): DepositList {
    const deposits = this.#store.newest(accountId, SHOWN).map((deposit) => this.#shown(deposit));
    return { accountId, deposits, older: this.#store.count(accountId) - deposits.length };
  }

  register(asked: NewDeposit): Promise<Result<Deposit>> {
    const key = `${asked.accountId} ${asked.draftId}`;
    const isNew = !this.#drafts.has(key) && this.#store.ofDraft(asked.accountId, asked.draftId) === null;
    if (isNew && this.#openOf(asked.accountId) >= MOST_OPEN) return Promise.resolve(failure(tooManyOpen));
    const underway = this.#drafts.get(key) ?? this.#begin(asked).finally(() => this.#drafts.delete(key));
    this.#drafts.set(key, underway);
    return underway;
  }

  /** What the balance says of a deposit now. Errors: `unknown-deposit`. */
  async evidence(id: number): Promise<Result<DepositEvidence>> {
    const deposit = this.#store.get(id);
    if (deposit === null) return failure(noSuchDeposit);
    const connection = await this.#parts.connection(deposit.accountId);
    const { before, after } = deposit.sight;
    if (connection === null) return success({ before, now: null, trouble: notReady, sight: after });
    return success(await this.#rises.evidence(deposit, connection));
  }

  async decide(id: number, decision: DepositDecision): Promise<Result<null>> {
    if (decision === 'stop') {
      if (!this.#stops.has(id)) return failure(notNow);
      this.#stops.get(id)?.abort();
      return success(null);
    }
    // Two clicks are one: the second would send a second time.
    if (this.#deciding.has(id)) return failure(notNow);
    const deposit = this.#store.get(id);
    if (deposit === null) return failure(noSuchDeposit);
    if (this.#store.isHeld(id)) return failure({ code: 'not-written', values: { what: 'deposit' } });
    // Asked for again once the balance is read: an answer that came meanwhile is nobody's to decide on yet.
    if (!decisionsIn[deposit.state.kind].includes(decision)) return failure(notNow);
    this.#deciding.add(id);
    try {
      return await (decision === 'went-through' ? this.#settle(deposit) : this.#again(deposit, decision));
    } finally {
      this.#deciding.delete(id);
    }
  }

  /** The account's requests go elsewhere now: balances of its old service say nothing of those that come. */
  async moved(accountId: string): Promise<void> {
    for (const { id, sight } of this.#store.allAwaitingRise(accountId)) {
      await this.#store.putSight(id, { ...sight, before: null });
    }
    this.#changes.add(accountId);
  }

  /** Whether the service's answer to a deposit of this account is awaited. */
  isRegistering(accountId: string): boolean {
    return this.#store.registering(accountId).some(({ id }) => this.#stops.has(id));
  }

  close(): void {
    this.#closed = true;
    this.#changes.close();
    this.#rises.close();
    this.#retriedWrites.close();
  }

  async #begin({ draftId, accountId, ...asked }: NewDeposit): Promise<Result<Deposit>> {
    const known = this.#store.ofDraft(accountId, draftId);
    if (known !== null) return success(this.#shown(known));
    const connection = await this.#parts.connection(accountId);
    if (connection === null) return failure(notReady);
    const now = await this.#rises.balanceNow(accountId, connection, asked.tokenAddress);
    const at = this.#instant();
    const sight = { before: now.ok ? now.reading : null, after: { kind: 'not-yet' } } as const;
    const added = await this.#store.add(draftId, { accountId, ...asked, createdAt: at, ...firstAttempt(at), sight });
    this.#goOut(added, connection);
    return success(this.#shown(added));
  }

  async #again(deposit: StoredDeposit, decision: 'try-again' | 'register-again'): Promise<Result<null>> {
    const { id, accountId, attempts, sight } = deposit;
    const connection = await this.#parts.connection(accountId);
    if (connection === null) return failure(notReady);
    if (attempts.length >= MOST_ATTEMPTS)
      return failure({ code: 'too-many-attempts', values: { most: MOST_ATTEMPTS } });
    if (decision === 'try-again' && this.#openOf(accountId) >= MOST_OPEN) return failure(tooManyOpen);
    const now = await this.#rises.balanceNow(accountId, connection, deposit.tokenAddress);
    const seen = await this.#rises.sightOf(deposit, now);
    // It goes out a second time: what the person has not seen in the balance yet is shown first.
    if (attempts.some(wasSent) && hasRisen(seen) && !hasRisen(sight)) return this.#showRise(id, seen);
    // Where the service cannot have it, the balance is compared anew; where it may, with what was there before all.
    const isComparedAnew = decision === 'try-again' || sight.before === null;
    const before = isComparedAnew ? (now.ok ? now.reading : null) : sight.before;
    const begun = this.#after(id, { type: 'decided', decision, at: this.#instant() });
    if (begun === null) return failure(notNow);
    await this.#store.putProgress(begun, before === sight.before ? null : { ...begun.sight, before });
    this.#goOut(begun, connection);
    return success(null);
  }

  /** The deposit is uncertain from here on, with the rise in sight. */
  async #showRise(id: number, sight: DepositSight): Promise<Result<null>> {
    const doubted = this.#after(id, { type: 'risen', at: this.#instant() });
    if (doubted === null) return failure(notNow);
    await this.#store.putProgress(doubted, sight);
    this.#changes.add(doubted.accountId);
    return failure({ code: 'risen' });
  }

  async #settle({ id, accountId }: StoredDeposit): Promise<Result<null>> {
    const settled = this.#after(id, { type: 'decided', decision: 'went-through', at: this.#instant() });
    if (settled === null) return failure(notNow);
    await this.#store.putProgress(settled);
    this.#changes.add(accountId);
    this.#rises.watch(accountId);
    return success(null);
  }

  /** Goes on by itself. A path that cannot be written down is found anew. */
  #goOut(deposit: StoredDeposit, connection: Connection): void {
    void this.#send(deposit, connection).catch(() => undefined);
  }

  /** Sends what the journal says is being registered, and writes down how it ended. */
  async #send(deposit: StoredDeposit, connection: Connection): Promise<void> {
    const { id, accountId, tokenAddress } = deposit;
    const stop = new AbortController();
    this.#stops.set(id, stop);
    this.#changes.add(accountId);
    const outcome = await requestFunds(
      connection,
      { tokenAddress, amountDeposited: BigInt(deposit.amount), chainId: BigInt(deposit.chainId) },
      stop.signal,
      this.#parts.limits,
      async () => {
        const now = await this.#rises.balanceNow(accountId, connection, tokenAddress);
        return !now.ok || !hasRisen(await this.#rises.sightOf(deposit, now));
      },
    );
    this.#stops.delete(id);
    const ended = this.#closed ? null : this.#after(id, { type: 'answered', outcome, at: this.#instant() });
    if (ended === null) return;
    await this.#store.keepProgress(ended);
    if (ended.state.kind === 'registered' || ended.state.kind === 'unknown') this.#rises.watch(accountId);
    this.#changes.add(accountId);
    if (outcome.kind === 'registered') await this.#parts.onPathFound(accountId, connection, outcome.path);
  }

  /** The deposit after an event; null when the event makes no sense for it any more. */
  #after(id: number, event: DepositEvent): StoredDeposit | null {
    const current = this.#store.get(id);
    const next = current === null ? null : advance(current, event);
    return current === null || next === null ? null : { ...current, ...next };
  }

  /** Those that nobody knows the end of, with those that are about to be written down. */
  #openOf(accountId: string): number {
    const begun = [...this.#drafts.keys()].filter((key) => key.startsWith(`${accountId} `));
    return this.#store.countOpen(accountId) + begun.length;
  }

  #shown(deposit: StoredDeposit): Deposit {
    return { ...deposit, token: this.token(deposit.accountId, deposit.tokenAddress) };
  }

  #instant(): string {
    return new Date(this.#parts.now()).toISOString();
  }
}

/** Too short for a person to notice, long enough to make one of many changes. */
const GATHERED_FOR_MS = 100;

/** Announces that something of an account changed: at once, and what follows closely together once more at its end. */
export class GatheredChanges {
  readonly #announce: (accountId: string) => void;
  readonly #pauses = new Map<string, { readonly timer: NodeJS.Timeout; due: boolean }>();
  #closed = false;

  constructor(announce: (accountId: string) => void) {
    this.#announce = announce;
  }

  add(accountId: string): void {
    if (this.#closed) return;
    const pause = this.#pauses.get(accountId);
    if (pause !== undefined) {
      pause.due = true;
      return;
    }
    const timer = setTimeout(() => {
      const { due } = this.#pauses.get(accountId) ?? { due: false };
      this.#pauses.delete(accountId);
      if (due) this.add(accountId);
    }, GATHERED_FOR_MS);
    this.#pauses.set(accountId, { timer, due: false });
    this.#announce(accountId);
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#pauses.values()) clearTimeout(timer);
  }
}
