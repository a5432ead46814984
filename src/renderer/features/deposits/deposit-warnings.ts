import type { Deposit } from '../../../shared/bridge/deposits.ts';
import { chainWords } from '../../../shared/chains.ts';
import type { ReadyDeposit } from './deposit-draft.ts';
import { depositAmountWords } from './deposit-words.ts';

const FAR_LARGER = 10n;

/**
 * What a person should think about before they register a deposit: one zero too many is real money. Main asks by itself
 * about one that is in the list already.
 */
export function depositWarnings(
  asked: ReadyDeposit,
  /** Newest first. */
  earlier: readonly Deposit[],
): readonly string[] {
  const ofToken = earlier.filter(({ tokenAddress, state }) => {
    return tokenAddress === asked.tokenAddress && (state.kind === 'registered' || state.kind === 'unknown');
  });
  const warnings = farLarger(asked, ofToken);
  if (chainWords(asked.chainId).startsWith('chain ')) {
    warnings.push(`Dropslip does not know chain ${asked.chainId}. Make sure that the number is right.`);
  }
  if (asked.unit.decimals === null) {
    warnings.push('Nobody has said how many decimals this token has. Make sure that the amount is in base units.');
  }
  return warnings;
}

function farLarger(asked: ReadyDeposit, ofToken: readonly Deposit[]): string[] {
  const last = ofToken[0];
  const words = (amount: bigint): string => depositAmountWords(amount.toString(), asked.unit);
  if (last !== undefined) {
    const before = BigInt(last.amount);
    if (asked.amount < before * FAR_LARGER) return [];
    return [`This is at least 10 times your last deposit of this token (${words(before)}). Count the zeros.`];
  }
  const { balance } = asked;
  if (balance === null || balance <= 0n || asked.amount < balance * FAR_LARGER) return [];
  return [`This is at least 10 times the balance of this token (${words(balance)}). Count the zeros.`];
}
