import type { BalanceReading } from '../../shared/bridge/deposits.ts';
import type { FeesSince, TokenBook, TokenReading } from '../balances/index.ts';
import type { Connection } from '../service/index.ts';
import { awaitsRise, sightAfter } from './deposit-sight.ts';
import type { DepositStore } from './deposit-store.ts';
import { createRiseWatch } from './rise-watch.ts';

export type DepositRisesParts = {
  readonly store: DepositStore;
  readonly tokens: TokenBook;
  /** Null while the account cannot be reached yet. */
  readonly connection: (accountId: string) => Connection | null;
  /** The fees that an account's records show for a token since an instant. */
  readonly feesSince: (accountId: string) => FeesSince;
  readonly changed: (accountId: string) => void;
  /** How long to wait before each look at the balance after a deposit, in milliseconds. */
  readonly lookAfterMs?: readonly number[] | undefined;
};

const SECOND = 1_000;
/** Half an hour in all, in ever longer steps; after that every other read of the balances is looked at too. */
const patience = [1, 2, 4, 8, 15, 30, 60, 120, 240, 300, 480, 600].map((seconds) => seconds * SECOND);

/** Holds what is read of balances against the deposits that wait for their rise, and looks for it by itself. */
export function createDepositRises({ store, tokens, changed, ...parts }: DepositRisesParts) {
  let closed = false;
  /** The newest reading of each account that is not looked at yet, while an earlier one is. */
  const next = new Map<string, TokenReading | null>();

  const watch = createRiseWatch({
    lookAfterMs: parts.lookAfterMs ?? patience,
    look: async (accountId) => {
      const connection = parts.connection(accountId);
      if (connection !== null) await tokens.readNow(accountId, connection);
    },
    isWaiting: (accountId) => store.awaitingRise(accountId).length > 0,
  });

  /** Every read of the balances, whoever asked for it. One pass at a time: of those that come meanwhile, the newest. */
  const stopListening = tokens.onRead((accountId, reading) => {
    if (reading.error !== null) return;
    const isUnderWay = next.has(accountId);
    next.set(accountId, reading);
    if (!isUnderWay) void takeAll(accountId);
  });

  async function takeAll(accountId: string): Promise<void> {
    for (let reading = next.get(accountId); reading; reading = next.get(accountId)) {
      next.set(accountId, null);
      await take(accountId, reading).catch(() => undefined);
    }
    next.delete(accountId);
  }

  async function take(accountId: string, { page }: TokenReading): Promise<void> {
    if (closed || page.tokensReadAt === null) return;
    const waiting = store.awaitingRise(accountId);
    if (waiting.length === 0) return;
    // The first of an address, as wherever else a token is looked for by it.
    const listed = new Map(page.tokens.toReversed().map((token) => [token.tokenAddress, token]));
    const feesSince = parts.feesSince(accountId);
    for (const deposit of waiting) {
      const found = listed.get(deposit.tokenAddress);
      const { before } = deposit.sight;
      if (found === undefined || before === null || page.tokensReadAt <= before.at) continue;
      const fees = await feesSince(found.tokenDetailsId, before.at);
      // What else happened to the deposit while the records were read must stay.
      const current = closed ? null : store.get(deposit.id);
      if (current === null || !awaitsRise(current)) continue;
      const seen: BalanceReading = { balance: found.tokenBalance, at: page.tokensReadAt };
      const sight = sightAfter(current.sight, BigInt(current.amount), seen, fees);
      if (sight === current.sight) continue;
      await store.putSight(current.id, sight);
      changed(accountId);
    }
  }

  return {
    /** Looks at the account's balances for a while, beginning with short steps. */
    watch: watch.watch,

    close(): void {
      closed = true;
      stopListening();
      watch.close();
    },
  };
}
