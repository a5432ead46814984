import type { DatabaseSync } from 'node:sqlite';
import { type Balances, lastsDays, PACE_DAYS, paceDays, type TokenBalance } from '../../shared/bridge/balances.ts';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { TokenSpending } from '../../shared/bridge/records.ts';
import type { Connection } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import { type BalanceMark, createBalanceMarks, type KeyedMark } from './balance-marks.ts';
import { explained, type FeesSince, gone, keyed, sharedIds, watch } from './balance-watch.ts';
import { lowBalanceWords } from './low-balance-words.ts';
import { extraAmount } from './service-amounts.ts';
import type { TokenBook, TokenReading } from './token-book.ts';
import { MOST_CHOICES } from './token-choices.ts';

export type BalancesParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly tokens: TokenBook;
  readonly now: () => number;
  /** Null while the account cannot be reached yet. */
  readonly connection: (accountId: string) => Connection | null;
  /** What this account's records say was spent since an instant. */
  readonly spentSince: (accountId: string, since: Date) => Promise<readonly TokenSpending[]>;
  /** When this account's oldest record was made (UTC instant); null when there is none, or it cannot be told now. */
  readonly oldestRecord: (accountId: string) => Promise<string | null>;
  /** Asks the service for its records: before something is called missing, all of them must have been looked at. */
  readonly refreshRecords: (accountId: string) => Promise<void>;
  /** Whether submissions of the account are under way, so that a charge may have no record yet. */
  readonly mayBeCharged: (accountId: string) => boolean;
  readonly send: (event: WindowEvent) => void;
  /** The app's language, for numbers in sentences. */
  readonly locale: () => string | undefined;
};

export type BalanceBook = ReturnType<typeof createBalances>;

const DAY_MS = 86_400_000;

const notReady: Failure = { code: 'not-ready', message: 'This account cannot be reached yet. Try again in a moment.' };
const tooManyChoices: Failure = {
  code: 'too-many-choices',
  message: `Decimals and warnings are kept for ${MOST_CHOICES} tokens of an account. Take back one that you no longer need first.`,
};
const stopped: Failure = { code: 'cancelled', message: 'Stopped. The balances are as they were.' };

/** The balances of each account: as last read, watched from read to read. */
export function createBalances(parts: BalancesParts) {
  const { tokens, now, send } = parts;
  const marks = createBalanceMarks(parts.database, parts.commit);
  const readings = new Map<string, { readonly stop: AbortController; readonly result: Promise<Result<null>> }>();
  const observations = new Map<string, Promise<void>>();
  const latest = new Map<string, TokenReading>();
  const oldEnough = new Set<string>();
  let closed = false;

  /** All records are gone through once for each instant, however many tokens are asked about. */
  const feesOf = (accountId: string): FeesSince => {
    const sums = new Map<string, Promise<ReadonlyMap<string | null, TokenSpending>>>();
    return async (tokenDetailsId, since) => {
      const summed = sums.get(since) ?? parts.spentSince(accountId, new Date(since)).then(byToken);
      sums.set(since, summed);
      return (await summed).get(tokenDetailsId)?.fees ?? '0';
    };
  };

  /** One after the other for each account: each read is held against the one before. */
  function observe(accountId: string, reading: TokenReading): Promise<void> {
    const before = observations.get(accountId) ?? Promise.resolve();
    const observation = before
      .then(() => (closed || reading.error !== null ? undefined : remember(accountId, reading)))
      // The account was removed while its balances were read.
      .catch(() => undefined);
    observations.set(accountId, observation);
    return observation;
  }

  async function remember(accountId: string, { page }: TokenReading): Promise<void> {
    if (page.tokensReadAt === null) return;
    const seenAt = page.tokensReadAt;
    const known = new Map(marks.all(accountId).map(({ key, mark }) => [key, mark]));
    const shared = sharedIds(page.tokens);
    const look = (): Promise<readonly KeyedMark[]> => {
      const fees = feesOf(accountId);
      const mayBeCharged = parts.mayBeCharged(accountId);
      return Promise.all(
        keyed(page.tokens).map(async ({ key, record }) => ({
          key,
          mark: await watch(
            {
              known: known.get(key) ?? null,
              record,
              seenAt,
              sharesId: shared.has(record.tokenDetailsId),
              mayBeCharged,
            },
            fees,
          ),
        })),
      );
    };
    let seen = await look();
    if (seen.some(({ mark }) => mark.missing !== null)) {
      await parts.refreshRecords(accountId);
      seen = await look();
    }
    if (closed) return;
    const told: KeyedMark[] = seen.map(({ key, mark }) => ({ key, mark: { ...mark, warned: isLow(accountId, mark) } }));
    await marks.put(accountId, told);
    const low = told.filter(({ key, mark }) => mark.warned && known.get(key)?.warned !== true);
    // The line is one address's, and a service may list thousands of tokens with it.
    const perAddress = new Map(low.map(({ mark }) => [mark.record.tokenAddress, mark]));
    for (const mark of perAddress.values()) send(lowNotice(accountId, mark));
  }

  async function paceOf(accountId: string): Promise<number> {
    // An account only ever grows older.
    if (oldEnough.has(accountId)) return PACE_DAYS;
    const days = paceDays(await parts.oldestRecord(accountId).catch(() => null), now());
    if (days === PACE_DAYS) oldEnough.add(accountId);
    return days;
  }

  function isLow(accountId: string, { record }: BalanceMark): boolean {
    const { warnBelow } = tokens.choiceOf(accountId, record.tokenAddress);
    return warnBelow !== null && BigInt(record.tokenBalance) < BigInt(warnBelow);
  }

  function lowNotice(accountId: string, { record }: BalanceMark): WindowEvent {
    const text = lowBalanceWords(tokens.describe(accountId, record.tokenAddress), record, parts.locale());
    return { kind: 'notice', tone: 'warning', text };
  }

  const stopListening = tokens.onRead((accountId, reading) => {
    // Who stopped a read knows that it was stopped.
    if (reading.error?.code !== 'cancelled') latest.set(accountId, reading);
    void observe(accountId, reading).then(() => {
      if (!closed) send({ kind: 'balances-changed', accountId });
    });
  });

  async function read(accountId: string, connection: Connection, stop: AbortController): Promise<Result<null>> {
    const reading = await tokens.readNow(accountId, connection, stop.signal);
    await observations.get(accountId);
    if (reading.error === null) return success(null);
    return failure(stop.signal.aborted ? stopped : reading.error);
  }

  function show(
    accountId: string,
    { key, mark }: KeyedMark,
    listing: TokenBalance['listing'],
    context: {
      readonly shared: ReadonlySet<string>;
      readonly spent: ReadonlyMap<string | null, TokenSpending>;
      readonly days: number;
    },
  ): TokenBalance {
    const { record, baseline, missing } = mark;
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
      isLow: listing.kind === 'listed' && isLow(accountId, mark),
      spending: {
        submissions: spent?.submissions ?? 0,
        fees,
        lastsDays: lastsDays(BigInt(record.tokenBalance), fees, context.days)?.toString() ?? null,
      },
      sharesId: context.shared.has(record.tokenDetailsId),
      listing,
      missing:
        missing === null || baseline === null ? null : { amount: missing, since: baseline.at, seenAt: mark.seenAt },
    };
  }

  return {
    /** The fees that an account's records show for a token since an instant. */
    feesOf,

    async view(accountId: string): Promise<Balances> {
      const since = new Date(now() - PACE_DAYS * DAY_MS);
      // Balances are shown even where the records cannot be summed up.
      const spent = await parts.spentSince(accountId, since).catch((): readonly TokenSpending[] => []);
      const days = spent.length === 0 ? PACE_DAYS : await paceOf(accountId);
      const page = tokens.page(accountId);
      const kept = marks.all(accountId);
      const listed = keyed(page.tokens);
      const marked = new Map(kept.map(({ key, mark }) => [key, mark]));
      const context = { shared: sharedIds(page.tokens), spent: byToken(spent), days };
      const markOf = ({ key, record }: (typeof listed)[number]): KeyedMark => {
        const known = marked.get(key);
        const none = { seenAt: page.tokensReadAt ?? '', baseline: null, missing: null, warned: false };
        return { key, mark: { ...(known ?? none), record } };
      };
      const reading = latest.get(accountId);
      return {
        accountId,
        tokens: [
          ...listed.map((token) => show(accountId, markOf(token), { kind: 'listed' }, context)),
          ...gone(kept, listed).map((token) =>
            show(accountId, token, { kind: 'gone', lastSeen: token.mark.seenAt }, context),
          ),
        ],
        asOf: page.tokensReadAt,
        submissions: spent.reduce((sum, { submissions }) => sum + submissions, 0),
        paceDays: days,
        trouble: reading?.error ?? null,
        namesTrouble: reading?.namesError ?? null,
      };
    },

    /** Reads the balances now, once however often it is asked for meanwhile. `onlyAfterMs`: not when read so recently. */
    refresh(accountId: string, onlyAfterMs = 0): Promise<Result<null>> {
      const underway = readings.get(accountId);
      if (underway !== undefined) return underway.result;
      const readAt = Date.parse(tokens.page(accountId).tokensReadAt ?? '');
      // A clock that was set back must not make an old balance look new.
      if (Math.abs(now() - readAt) < onlyAfterMs) return Promise.resolve(success(null));
      const connection = parts.connection(accountId);
      if (connection === null) return Promise.resolve(failure(notReady));
      const stop = new AbortController();
      const result = read(accountId, connection, stop).finally(() => readings.delete(accountId));
      readings.set(accountId, { stop, result });
      return result;
    },

    /** The account's requests go elsewhere now: nothing of its old service is held against the balances of the new one. */
    async moved(accountId: string): Promise<void> {
      readings.get(accountId)?.stop.abort();
      latest.delete(accountId);
      await tokens.moved(accountId);
      await observations.get(accountId);
      await Promise.all(marks.all(accountId).map(({ key }) => marks.remove(accountId, key)));
      send({ kind: 'balances-changed', accountId });
    },

    cancelRefresh: (accountId: string): void => readings.get(accountId)?.stop.abort(),

    async setDecimals(accountId: string, tokenAddress: string, decimals: number | null): Promise<Result<null>> {
      if (!tokens.mayChoose(accountId, tokenAddress)) return failure(tooManyChoices);
      await tokens.choose(accountId, tokenAddress, { decimals });
      send({ kind: 'balances-changed', accountId });
      return success(null);
    },

    /** `below`: whole base units as decimal text; null for no line. Who draws a line above the balance sees it at once. */
    async setWarning(accountId: string, tokenAddress: string, below: string | null): Promise<Result<null>> {
      if (!tokens.mayChoose(accountId, tokenAddress)) return failure(tooManyChoices);
      await tokens.choose(accountId, tokenAddress, { warnBelow: below });
      const touched = marks.all(accountId).filter(({ mark }) => mark.record.tokenAddress === tokenAddress);
      await marks.put(
        accountId,
        touched.map(({ key, mark }) => ({ key, mark: { ...mark, warned: isLow(accountId, mark) } })),
      );
      send({ kind: 'balances-changed', accountId });
      return success(null);
    },

    /** The person has seen what is shown of a token that is gone, or that misses something. */
    async dismiss(accountId: string, key: string): Promise<void> {
      const known = marks.all(accountId).find((candidate) => candidate.key === key);
      if (known === undefined) return;
      const listed = keyed(tokens.page(accountId).tokens).some((token) => token.key === key);
      if (listed) await marks.put(accountId, [{ key, mark: await explained(known.mark, feesOf(accountId)) }]);
      else await marks.remove(accountId, key);
      send({ kind: 'balances-changed', accountId });
    },

    close(): void {
      closed = true;
      stopListening();
      for (const { stop } of readings.values()) stop.abort();
    },
  };
}

const byToken = (spent: readonly TokenSpending[]): ReadonlyMap<string | null, TokenSpending> =>
  new Map(spent.map((one) => [one.tokenDetailsId, one]));
