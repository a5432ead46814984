import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { readChain } from '../../../shared/chains.ts';
import { type AmountText, type AmountUnit, readAmountText } from '../../ui/fields/amount-text.ts';
import { readTokenAddress } from './token-address.ts';

/** The form as it stands while it is typed. */
export type DepositDraft = {
  /** The address of a listed token; `other` for one that is pasted; empty while none is chosen. */
  readonly choice: string;
  readonly pasted: string;
  readonly amount: AmountText;
  readonly chain: string;
};

export const emptyDraft: DepositDraft = { choice: '', pasted: '', amount: { unit: 'whole', text: '' }, chain: '' };

/** A deposit that can be registered. Amount in whole base units. */
export type ReadyDeposit = {
  readonly tokenAddress: string;
  readonly unit: AmountUnit;
  readonly amount: bigint;
  readonly chainId: string;
  /** As last read; null for a token that the account does not have. */
  readonly balance: bigint | null;
};

export type DraftReading = {
  /** Null while a field is empty or wrong. */
  readonly ready: ReadyDeposit | null;
  readonly unit: AmountUnit;
  readonly addressProblem: string | null;
  readonly amountProblem: string | null;
  readonly chainProblem: string | null;
  /** What is still to be filled in; null when nothing is. */
  readonly open: string | null;
};

/** The draft as it can be registered, and what stands in its way in words. */
export function readDraft(draft: DepositDraft, tokens: readonly TokenBalance[]): DraftReading {
  const pasted = readTokenAddress(draft.pasted);
  const chosen = draft.choice === 'other' ? (pasted.kind === 'address' ? pasted.address : null) : draft.choice || null;
  const token = tokens.find(({ tokenAddress }) => tokenAddress === chosen);
  const unit: AmountUnit = { name: token?.name ?? null, decimals: token?.decimals ?? null };
  const amount = readAmountText(draft.amount, unit);
  const chain = readChain(draft.chain);
  const isZero = amount.kind === 'amount' && amount.value === 0n;
  const ready =
    chosen === null || amount.kind !== 'amount' || isZero || chain.kind !== 'chain'
      ? null
      : {
          tokenAddress: chosen,
          unit,
          amount: amount.value,
          chainId: chain.id,
          balance: token === undefined ? null : BigInt(token.balance),
        };
  return {
    ready,
    unit,
    addressProblem: draft.choice === 'other' && pasted.kind === 'wrong' ? pasted.problem : null,
    amountProblem: isZero ? 'A deposit is more than zero.' : null,
    chainProblem: chainProblem(chain.kind),
    open: openWords(chosen !== null, amount.kind !== 'empty', chain.kind !== 'empty'),
  };
}

function chainProblem(kind: ReturnType<typeof readChain>['kind']): string | null {
  if (kind === 'unknown-name') return 'Dropslip does not know this name. Type the chain’s number instead.';
  return kind === 'too-long' ? 'This number is too long for a chain.' : null;
}

function openWords(token: boolean, amount: boolean, chain: boolean): string | null {
  const missing = [token ? null : 'the token', amount ? null : 'the amount', chain ? null : 'the chain'];
  const words = missing.filter((part) => part !== null);
  if (words.length === 0) return null;
  const last = words.at(-1) ?? '';
  return `Still to fill in: ${words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`}.`;
}
