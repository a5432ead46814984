import { formatUnits } from '../../../shared/amounts.ts';
import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chainName } from '../../../shared/chains.ts';
import type { LookupDays } from '../../../shared/lookup-keys.ts';
import { stateWords } from '../../../shared/messages/deposits.ts';
import { formatDay } from '../../ui/format.ts';
import { foldedText, searchWords } from '../../ui/search.ts';
import { readLookupText } from '../lookup/index.ts';
import { depositTitle } from './deposit-words.ts';

/** Fewer signs stand in nearly every address. */
const LEAST_OF_NUMBERS = 4;

/**
 * Those of `deposits` that are meant: by amount, as it is shown or without signs between the digits, token, chain or state, or by
 * the day, however it is written.
 */
export function findDeposits(deposits: readonly Deposit[], query: string, now: number): readonly Deposit[] {
  const words = searchWords(query);
  if (words.length === 0) return deposits;
  const read = readLookupText(query, navigator.language, now);
  const { days, dated } = read.kind === 'one' ? read.keys : { days: null, dated: null };
  return deposits.filter((deposit) => {
    if (hasWords(deposit, words, now) || isOf(days, deposit)) return true;
    return dated !== null && isOf(dated.days, deposit) && hasWords(deposit, searchWords(dated.name), now);
  });
}

function hasWords(deposit: Deposit, words: readonly string[], now: number): boolean {
  const { amount, token, tokenAddress, chainId, state, createdAt } = deposit;
  const text = folded([
    depositTitle(deposit),
    formatUnits(BigInt(amount), token.decimals ?? 0),
    chainName(chainId),
    stateWords(state),
    formatDay(createdAt, now),
  ]);
  const numbers = folded([tokenAddress, chainId]);
  return words.every((word) => text.includes(word) || (word.length >= LEAST_OF_NUMBERS && numbers.includes(word)));
}

/** No word goes over a line end. */
const folded = (texts: readonly string[]): string => foldedText(texts.join('\n'));

function isOf(days: LookupDays | null, { createdAt }: Deposit): boolean {
  const at = Date.parse(createdAt);
  return days !== null && at >= Date.parse(days.from) && at < Date.parse(days.until);
}
