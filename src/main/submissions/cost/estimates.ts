import { z } from 'zod';
import { parseUnits } from '../../../shared/amounts.ts';
import type { Cost, CostEstimate } from '../../../shared/bridge/submissions.ts';
import type { Paid } from '../journal/payments.ts';
import { type CostHistory, createCostHistory, type Load } from './cost-history.ts';

/** Who pays: the token that is asked to, null where the API key decides. */
export type Payer = { readonly accountId: string; readonly token: string | null };

const costShape: z.ZodType<Cost> = z.object({
  amount: z.string(),
  token: z.string().nullable(),
  decimals: z.number().nullable(),
});

type Tariff = { readonly history: CostHistory; decimals: number | null };
/** One tariff per token that was really charged; `latest` is the one to expect next. */
type Book = { readonly tariffs: Map<string | null, Tariff>; latest: string | null };

export type Estimates = ReturnType<typeof createEstimates>;

/** What submitting will probably cost, from what this account has paid before. `balanceOf`: null while not known. */
export function createEstimates(
  paid: readonly Paid[],
  balanceOf: (accountId: string, token: string | null) => bigint | null,
) {
  const books = new Map<string, Book>();
  const keyOf = ({ accountId, token }: Payer): string => JSON.stringify([accountId, token]);

  function add(payer: Payer, size: number, cost: Cost): void {
    // Fees that are no whole base units belong to a service whose units are not known: nothing is estimated from them.
    const amount = parseUnits(cost.amount, 0);
    if (amount === null || amount < 0n || size <= 0) return;
    const book = books.get(keyOf(payer)) ?? { tariffs: new Map<string | null, Tariff>(), latest: null };
    books.set(keyOf(payer), book);
    const tariff = book.tariffs.get(cost.token) ?? { history: createCostHistory(), decimals: cost.decimals };
    book.tariffs.set(cost.token, tariff);
    tariff.history.add({ size, cost: amount });
    tariff.decimals = cost.decimals;
    book.latest = cost.token;
  }

  for (const { accountId, token, size, cost } of paid.toReversed()) {
    const parsed = costShape.safeParse(cost);
    if (parsed.success) add({ accountId, token }, size, parsed.data);
  }

  function expected(payer: Payer): { readonly token: string | null; readonly tariff: Tariff } | null {
    const book = books.get(keyOf(payer));
    const tariff = book?.tariffs.get(book.latest);
    return book === undefined || tariff === undefined ? null : { token: book.latest, tariff };
  }

  return {
    /** One more submission whose cost is known. */
    add,

    /** Whole base units; null while there is no history. */
    costOf: (payer: Payer, load: Load): bigint | null => expected(payer)?.tariff.history.estimate(load) ?? null,

    of(payer: Payer, load: Load): CostEstimate | null {
      if (load.files === 0) return null;
      const found = expected(payer);
      const amount = found?.tariff.history.estimate(load) ?? null;
      if (found === null || amount === null) return null;
      const balance = balanceOf(payer.accountId, found.token);
      return {
        cost: { amount: amount.toString(), token: found.token, decimals: found.tariff.decimals },
        balance: balance === null ? null : balance.toString(),
        covered: balance === null ? null : balance >= amount,
      };
    },
  };
}
