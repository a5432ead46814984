import type { DatabaseSync } from 'node:sqlite';
import { lastsDays } from '../../shared/amounts.ts';
import { type BalanceList, needsLook, PACE_DAYS, paceDays, type TokenBalance } from '../../shared/bridge/balances.ts';
import type { TokenSpending } from '../../shared/bridge/records.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import type { Reach } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { BalanceMarks, type KeyedMark } from './balance-marks.ts';
import {
  BalanceWatch,
  type BalanceWatchParts,
  byToken,
  type FeesSince,
  gone,
  keyed,
  sharedIds,
} from './balance-watch.ts';
import { MOST_CHOICES } from './token-store.ts';
import type { TokenReading } from './tokens.ts';

type BalancesParts = Pick<BalanceWatchParts, 'tokens' | 'mayHaveUnrecordedCharge'> & {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: Reach;
  readonly records: BalanceWatchParts['records'] & Pick<Records, 'oldest'>;
  readonly events: DomainEvents;
};

const DAY_MS = 86_400_000;

const tooManyChoices: Failure = { code: 'too-many-choices', values: { most: MOST_CHOICES } };

/** What all cards of one view are made with. */
type ViewContext = {
  readonly shared: ReadonlySet<string>;
  readonly spent: ReadonlyMap<string | null, TokenSpending>;
  readonly days: number;
};

/** The balances of each account: as last read, watched from read to read. */
export class Balances {
  readonly #parts: BalancesParts;
  readonly #marks: BalanceMarks;
  readonly #watch: BalanceWatch;
  readonly #readings = new Map<string, { readonly stop: AbortController; readonly result: Promise<Result<null>> }>();
  readonly #latest = new Map<string, TokenReading>();
  readonly #oldEnough = new Set<string>();
  readonly #stopListening: () => void;
  #closed = false;

  constructor(parts: BalancesParts) {
    this.#parts = parts;
    this.#marks = new BalanceMarks(parts.database, parts.commit);
    this.#watch = new BalanceWatch({
      ...parts,
      marks: this.#marks,
      onLow: (accountId, { record }) => {
        const { name, decimals, tokenAddress } = parts.tokens.describe(accountId, record.tokenAddress);
        const token = { name, decimals, tokenAddress };
        parts.events.notice({ code: 'low-balance', token, balance: record.tokenBalance });
      },
    });
    this.#stopListening = parts.tokens.onRead((accountId, reading) => void this.#onRead(accountId, reading));
  }

  /** The fees that an account's records show for a token since an instant. */
  feesOf(accountId: string): FeesSince {
    return this.#watch.feesOf(accountId);
  }

  async view(accountId: string): Promise<BalanceList> {
    const { records, now } = this.#parts;
    const since = new Date(now() - PACE_DAYS * DAY_MS);
    // Balances are shown even where the records cannot be summed up.
    const spent = await records.spentSince(accountId, since).catch((): readonly TokenSpending[] => []);
    const days = spent.length === 0 ? PACE_DAYS : await this.#paceOf(accountId);
    const { lists, listed, gone } = this.#marked(accountId);
    const context = { shared: sharedIds(lists.tokens), spent: byToken(spent), days };
    const reading = this.#latest.get(accountId);
    return {
      accountId,
      tokens: [
        ...listed.map((token) => this.#show(accountId, token, { kind: 'listed' }, context)),
        ...gone.map((token) => this.#show(accountId, token, { kind: 'gone', lastSeen: token.mark.seenAt }, context)),
      ],
      asOf: lists.tokensReadAt,
      submissions: spent.reduce((sum, { submissions }) => sum + submissions, 0),
      paceDays: days,
      trouble: reading?.error ?? null,
      namesTrouble: reading?.namesError ?? null,
    };
  }

  /** How many tokens somebody should look at. No record says that, so that the thread which holds them is not asked. */
  toLookAt(accountId: string): number {
    const { listed, gone } = this.#marked(accountId);
    const shown = [
      ...listed.map((token) => this.#attention(accountId, token, { kind: 'listed' })),
      ...gone.map((token) => this.#attention(accountId, token, { kind: 'gone', lastSeen: token.mark.seenAt })),
    ];
    return shown.filter(needsLook).length;
  }

  /** Reads the balances now, once however often it is asked for meanwhile. `onlyAfterMs`: not when read so recently. */
  refresh(accountId: string, onlyAfterMs = 0): Promise<Result<null>> {
    const underway = this.#readings.get(accountId);
    if (underway !== undefined) return underway.result;
    const readAt = Date.parse(this.#parts.tokens.lists(accountId).tokensReadAt ?? '');
    // A clock that was set back must not make an old balance look new.
    if (Math.abs(this.#parts.now() - readAt) < onlyAfterMs) return Promise.resolve(success(null));
    const stop = new AbortController();
    const result = this.#read(accountId, stop).finally(() => this.#readings.delete(accountId));
    this.#readings.set(accountId, { stop, result });
    return result;
  }

  cancelRefresh(accountId: string): void {
    this.#readings.get(accountId)?.stop.abort();
  }

  async setDecimals(accountId: string, tokenAddress: string, decimals: number | null): Promise<Result<null>> {
    const { tokens } = this.#parts;
    if (!tokens.mayChoose(accountId, tokenAddress)) return failure(tooManyChoices);
    await tokens.choose(accountId, tokenAddress, { decimals });
    this.#changed(accountId);
    return success(null);
  }

  /** `below`: whole base units as decimal text; null for no line. Who draws a line above the balance sees it at once. */
  async setWarning(accountId: string, tokenAddress: string, below: string | null): Promise<Result<null>> {
    const { tokens } = this.#parts;
    if (!tokens.mayChoose(accountId, tokenAddress)) return failure(tooManyChoices);
    await tokens.choose(accountId, tokenAddress, { warnBelow: below });
    await this.#watch.lineDrawn(accountId, tokenAddress);
    this.#changed(accountId);
    return success(null);
  }

  /** The person has seen what is shown of a token that is gone, or that misses something. */
  async dismiss(accountId: string, key: string): Promise<void> {
    const known = this.#marks.all(accountId).find((candidate) => candidate.key === key);
    if (known === undefined) return;
    const listed = keyed(this.#parts.tokens.lists(accountId).tokens).some((token) => token.key === key);
    if (listed) await this.#watch.explain(accountId, known);
    else await this.#marks.remove(accountId, key);
    this.#changed(accountId);
  }

  /** The account's requests go elsewhere now: nothing of its old service is held against the balances of the new one. */
  async moved(accountId: string): Promise<void> {
    this.cancelRefresh(accountId);
    this.#latest.delete(accountId);
    await this.#parts.tokens.moved(accountId);
    await this.#watch.settled(accountId);
    await Promise.all(this.#marks.all(accountId).map(({ key }) => this.#marks.remove(accountId, key)));
    this.#changed(accountId);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#watch.close();
    for (const { stop } of this.#readings.values()) stop.abort();
  }

  async #read(accountId: string, stop: AbortController): Promise<Result<null>> {
    const connection = await this.#parts.connection(accountId);
    if (connection === null) return failure({ code: 'not-ready' });
    const reading = await this.#parts.tokens.readNow(accountId, connection, stop.signal);
    await this.#watch.settled(accountId);
    if (reading.error === null) return success(null);
    return failure(stop.signal.aborted ? { code: 'cancelled', values: { what: 'balances' } } : reading.error);
  }

  /** Every read of the tokens, whoever asked for it. */
  async #onRead(accountId: string, reading: TokenReading): Promise<void> {
    // Who stopped a read knows that it was stopped.
    if (reading.error?.code !== 'cancelled') this.#latest.set(accountId, reading);
    await this.#watch.observe(accountId, reading);
    if (!this.#closed) this.#changed(accountId);
  }

  #changed(accountId: string): void {
    this.#parts.events.emit('balances.changed', { accountId });
  }

  async #paceOf(accountId: string): Promise<number> {
    // An account only ever grows older.
    if (this.#oldEnough.has(accountId)) return PACE_DAYS;
    const days = paceDays(await this.#parts.records.oldest(accountId).catch(() => null), this.#parts.now());
    if (days === PACE_DAYS) this.#oldEnough.add(accountId);
    return days;
  }

  /** The tokens that the service listed last, and those that it has ceased to list, as they were seen. */
  #marked(accountId: string) {
    const lists = this.#parts.tokens.lists(accountId);
    const kept = this.#marks.all(accountId);
    const tokens = keyed(lists.tokens);
    const marks = new Map(kept.map(({ key, mark }) => [key, mark]));
    const none = { seenAt: lists.tokensReadAt ?? '', baseline: null, missing: null, warned: false };
    const listed: readonly KeyedMark[] = tokens.map(({ key, record }) => ({
      key,
      mark: { ...(marks.get(key) ?? none), record },
    }));
    return { lists, listed, gone: gone(kept, tokens) };
  }

  #attention(accountId: string, { mark }: KeyedMark, listing: TokenBalance['listing']) {
    const { baseline, missing, seenAt } = mark;
    return {
      listing,
      isLow: listing.kind === 'listed' && this.#watch.isLow(accountId, mark),
      missing: missing === null || baseline === null ? null : { amount: missing, since: baseline.at, seenAt },
    };
  }

  #show(accountId: string, token: KeyedMark, listing: TokenBalance['listing'], context: ViewContext): TokenBalance {
    const { tokens } = this.#parts;
    const { key, mark } = token;
    const { record } = mark;
    const { name, decimals } = tokens.describe(accountId, record.tokenAddress);
    const fromService = tokens.decimalsFromService(accountId, record.tokenAddress) !== null;
    const spent = context.spent.get(record.tokenDetailsId);
    const fees = spent?.fees ?? '0';
    return {
      key,
      tokenDetailsId: record.tokenDetailsId,
      userId: record.userId,
      tokenAddress: record.tokenAddress,
      name,
      decimals,
      decimalsFrom: decimals === null ? null : fromService ? 'service' : 'person',
      balance: record.tokenBalance,
      used: extraAmount(record.extra, 'token_used'),
      locked: extraAmount(record.extra, 'token_amount_locked'),
      extra: record.extra,
      warnBelow: tokens.choiceOf(accountId, record.tokenAddress).warnBelow,
      spending: {
        submissions: spent?.submissions ?? 0,
        fees,
        lastsDays: lastsDays(BigInt(record.tokenBalance), fees, context.days)?.toString() ?? null,
      },
      sharesId: context.shared.has(record.tokenDetailsId),
      ...this.#attention(accountId, token, listing),
    };
  }
}

/** An amount from a field that the contract does not name, given as JSON text (`"12"` or `12`); null when it is none. */
function extraAmount(extra: Readonly<Record<string, string>>, field: string): string | null {
  const text = extra[field];
  const digits = text === undefined ? undefined : /^"?(\d{1,200})"?$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(digits).toString();
}
