import type { BalanceReading, DepositEvidence, DepositSight } from '../../shared/bridge/deposits.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import type { AccountPolling, FeesSince, TokenReading, Tokens } from '../balances/index.ts';
import type { Connection } from '../service/index.ts';
import type { DepositStore, StoredDeposit } from './deposit-store.ts';
import { awaitsRise, sightAfter } from './deposit-transitions.ts';

export type DepositRisesParts = {
  readonly store: DepositStore;
  readonly tokens: Tokens;
  readonly polling: Pick<AccountPolling, 'watch'>;
  /** The fees that an account's records show for a token since an instant. */
  readonly feesSince: (accountId: string) => FeesSince;
  readonly changed: (accountId: string) => void;
  /** How long to wait before each look at the balance after a deposit, in milliseconds. */
  readonly lookAfterMs?: readonly number[] | undefined;
};

/** A token's balance as it was just read; `tokenDetailsId`: by which the records know the token. */
export type BalanceNow =
  | { readonly ok: true; readonly reading: BalanceReading; readonly tokenDetailsId: string }
  | { readonly ok: false; readonly trouble: Failure };

const SECOND = 1_000;
/** Half an hour in all, in ever longer steps; after that every other read of the balances is looked at too. */
const patience = [1, 2, 4, 8, 15, 30, 60, 120, 240, 300, 480, 600].map((seconds) => seconds * SECOND);

/** How long a look at the balance may keep the deposit, or the person, waiting. */
const BALANCE_WAIT_MS = 10_000;

/** Holds what is read of balances against the deposits that wait for their rise, and looks for it by itself. */
export class DepositRises {
  readonly #parts: DepositRisesParts;
  readonly #stopListening: () => void;
  /** The newest reading of each account that is not looked at yet, while an earlier one is. */
  readonly #next = new Map<string, TokenReading | null>();
  #closed = false;

  constructor(parts: DepositRisesParts) {
    this.#parts = parts;
    this.#stopListening = parts.tokens.onRead((accountId, reading) => this.#onRead(accountId, reading));
  }

  /** Looks at the account's balances for a while, beginning with short steps. */
  watch(accountId: string): void {
    const { polling, store, lookAfterMs = patience } = this.#parts;
    polling.watch(accountId, {
      afterMs: lookAfterMs,
      isAwaited: () => store.awaitingRise(accountId).length > 0,
    });
  }

  /**
   * An older balance is none: it would be taken for this one, and a rise of another day for this deposit's. Nor is it put off
   * for a pause that the service asks for: what the balance would have told may be a deposit that counts twice.
   */
  async balanceNow(accountId: string, connection: Connection, tokenAddress: string): Promise<BalanceNow> {
    const { lists, error } = await this.#parts.tokens.readNow(
      accountId,
      { ...connection, rateLimiter: () => null },
      AbortSignal.timeout(BALANCE_WAIT_MS),
    );
    if (error !== null)
      return { ok: false, trouble: error.code === 'cancelled' ? { code: 'balance-too-slow' } : error };
    const found = lists.tokens.find((token) => token.tokenAddress === tokenAddress);
    if (found === undefined || lists.tokensReadAt === null) return { ok: false, trouble: { code: 'token-not-listed' } };
    const reading = { balance: found.tokenBalance, at: lists.tokensReadAt };
    return { ok: true, reading, tokenDetailsId: found.tokenDetailsId };
  }

  /** What a balance that was just read says of a deposit; what was known where it could not be read. */
  async sightOf({ accountId, amount, sight }: StoredDeposit, now: BalanceNow): Promise<DepositSight> {
    if (!now.ok || sight.before === null) return sight;
    const fees = await this.#parts.feesSince(accountId)(now.tokenDetailsId, sight.before.at);
    return sightAfter(sight, BigInt(amount), now.reading, fees);
  }

  /** What the balance says of a deposit now. */
  async evidence(deposit: StoredDeposit, connection: Connection): Promise<DepositEvidence> {
    const { before } = deposit.sight;
    const now = await this.balanceNow(deposit.accountId, connection, deposit.tokenAddress);
    if (!now.ok) return { before, now: null, trouble: now.trouble, sight: deposit.sight.after };
    return { before, now: now.reading, trouble: null, sight: (await this.sightOf(deposit, now)).after };
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
  }

  /** Every read of the balances, whoever asked for it. One pass at a time: of those that come meanwhile, the newest. */
  #onRead(accountId: string, reading: TokenReading): void {
    if (reading.error !== null) return;
    const isUnderWay = this.#next.has(accountId);
    this.#next.set(accountId, reading);
    if (!isUnderWay) void this.#takeAll(accountId);
  }

  async #takeAll(accountId: string): Promise<void> {
    for (let reading = this.#next.get(accountId); reading; reading = this.#next.get(accountId)) {
      this.#next.set(accountId, null);
      await this.#take(accountId, reading).catch(() => undefined);
    }
    this.#next.delete(accountId);
  }

  async #take(accountId: string, { lists }: TokenReading): Promise<void> {
    const { store, feesSince, changed } = this.#parts;
    if (this.#closed || lists.tokensReadAt === null) return;
    const waiting = store.awaitingRise(accountId);
    if (waiting.length === 0) return;
    // The first of an address, as wherever else a token is looked for by it.
    const listed = new Map(lists.tokens.toReversed().map((token) => [token.tokenAddress, token]));
    const feesOf = feesSince(accountId);
    for (const deposit of waiting) {
      const found = listed.get(deposit.tokenAddress);
      const { before } = deposit.sight;
      if (found === undefined || before === null || lists.tokensReadAt <= before.at) continue;
      const fees = await feesOf(found.tokenDetailsId, before.at);
      // What else happened to the deposit while the records were read must stay.
      const current = this.#closed ? null : store.get(deposit.id);
      if (current === null || !awaitsRise(current)) continue;
      const seen: BalanceReading = { balance: found.tokenBalance, at: lists.tokensReadAt };
      const sight = sightAfter(current.sight, BigInt(current.amount), seen, fees);
      if (sight === current.sight) continue;
      await store.putSight(current.id, sight);
      changed(accountId);
    }
  }
}
