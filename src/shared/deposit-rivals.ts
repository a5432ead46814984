import type { Deposit } from './deposits.ts';

/**
 * Whether another deposit of the same token and size was on its way at the same time. One rise of the balance looks like
 * either of them, so that it proves neither.
 */
export function hasRival(deposit: Deposit, deposits: readonly Deposit[]): boolean {
  return deposits.some(
    (other) =>
      other.id !== deposit.id &&
      other.tokenAddress === deposit.tokenAddress &&
      other.amount === deposit.amount &&
      mayCount(other) &&
      !endsBefore(other, deposit) &&
      !endsBefore(deposit, other),
  );
}

const mayCount = ({ state }: Deposit): boolean => state.kind !== 'refused' && state.kind !== 'not-sent';

/** Whether its own rise had been seen when the other one began. */
function endsBefore({ sight: { after } }: Deposit, { sight: { before }, createdAt }: Deposit): boolean {
  if (after.kind === 'not-yet' || after.match === 'differs') return false;
  return Date.parse(after.at) <= Date.parse(before?.at ?? createdAt);
}
