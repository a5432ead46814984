import { type DepositSize, outweighs } from '../../amounts/deposit-size.ts';

/** Amounts in whole base units, as a person reads them. */
type Words = (baseUnits: string) => string;

/** A deposit that is about to be registered. `balance`: the token's, now; null where that is not known. */
export type Reviewed = { readonly amount: bigint; readonly balance: bigint | null; readonly size: DepositSize };

export const irrevocable =
  'This can’t be undone here. If the amount, the token or the chain is wrong, only the service’s operator can correct it.';

/** `100 ethereum now → 102 ethereum after`; null where nobody knows what there is now. */
export function balanceChange({ amount, balance }: Omit<Reviewed, 'size'>, words: Words): string | null {
  if (balance === null) return null;
  return `${words(balance.toString())} now → ${words((balance + amount).toString())} after`;
}

/** What is unusual about the amount, each to be thought about; a first deposit is said as such. */
export function sizeWords(
  { amount, balance, size }: Reviewed,
  words: Words,
): { readonly tone: 'plain' | 'warning'; readonly text: string } | null {
  switch (size.kind) {
    case 'far-larger':
      return {
        tone: 'warning',
        text: `This is at least 10 times as much as any deposit of this token before (the largest was ${words(size.than.toString())}). Count the zeros.`,
      };
    case 'far-smaller':
      return {
        tone: 'warning',
        text: `This is a tenth or less of any deposit of this token before (the smallest was ${words(size.than.toString())}). Count the digits.`,
      };
    case 'first':
      return outweighs(amount, balance)
        ? {
            tone: 'warning',
            text: `This is your first deposit of this token here, and at least 10 times its balance (${words((balance ?? 0n).toString())}). Count the zeros.`,
          }
        : { tone: 'plain', text: 'This is your first deposit of this token here.' };
    case 'usual':
      return null;
  }
}
