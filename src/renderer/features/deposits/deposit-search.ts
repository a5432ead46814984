import { formatUnits } from '../../../shared/amounts/amounts.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import { formatDay } from '../../ui/format.ts';
import { findByWords } from '../../ui/search/words.ts';
import { depositTitle, stateWords } from './deposit-words.ts';

/** Those of `deposits` that are meant: by amount, as it is shown or without signs between the digits, token, chain, state or day. */
export function findDeposits(deposits: readonly Deposit[], query: string, now: number): readonly Deposit[] {
  return findByWords(deposits, query, (deposit) => [
    depositTitle(deposit),
    formatUnits(BigInt(deposit.amount), deposit.token.decimals ?? 0),
    deposit.tokenAddress,
    chainWords(deposit.chainId),
    deposit.chainId,
    stateWords(deposit.state),
    formatDay(deposit.createdAt, now),
  ]);
}
