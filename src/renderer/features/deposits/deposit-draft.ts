import { create } from 'zustand';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { type Deposit, depositCalls } from '../../../shared/bridge/deposits.ts';
import { chainWords, isPartOfChain, readChain } from '../../../shared/chains.ts';
import { type AmountText, type AmountUnit, knownAmount, readAmountText } from '../../ui/amount-text.ts';
import { readContractAddress } from './contract-address.ts';

export type DepositDraft = {
  /** The address of a listed token; `OTHER` for a pasted one; empty while none is chosen. */
  readonly choice: string;
  readonly pasted: string;
  readonly amount: AmountText;
  readonly chain: string;
};

export const OTHER = 'other';

export const emptyDraft: DepositDraft = { choice: '', pasted: '', amount: { unit: 'whole', text: '' }, chain: '' };

/** The draft stays while the user visits another screen. Another account starts with an empty one. */
export const useDepositDraft = create<{ readonly accountId: string; readonly draft: DepositDraft }>(() => ({
  accountId: '',
  draft: emptyDraft,
}));

/** Fills the form with a deposit that was not registered. */
export function fillForm({ accountId, tokenAddress, token, amount, chainId }: Deposit): void {
  const draft = { choice: OTHER, pasted: tokenAddress, amount: knownAmount(amount, token), chain: chainId };
  useDepositDraft.setState({ accountId, draft });
}

/** A draft with this token, whose chain fills an empty field. The user types the amount again, in the token's unit. */
export function withToken(draft: DepositDraft, choice: string, token: TokenBalance | undefined): DepositDraft {
  const unit = token === undefined || token.decimals === null ? 'base' : 'whole';
  return { ...draft, choice, chain: draft.chain || chainOf(token), amount: { unit, text: '' } };
}

/** The chain of a token according to the service; empty if unknown. */
function chainOf(token: TokenBalance | undefined): string {
  return /^"?(\d{1,20})"?$/.exec(token?.extra.chain_id ?? '')?.[1] ?? '';
}

/** A deposit that can be registered. Amount in whole base units. */
export type ReadyDeposit = {
  readonly tokenAddress: string;
  readonly unit: AmountUnit;
  readonly amount: bigint;
  readonly chainId: string;
  /** The last known balance; null for a token that the account does not have. */
  readonly balance: bigint | null;
};

type DraftReading = {
  /** Null while a field is empty or invalid. */
  readonly ready: ReadyDeposit | null;
  readonly unit: AmountUnit;
  readonly addressProblem: string | null;
  readonly amountProblem: string | null;
  readonly chainProblem: string | null;
};

const bridgeAmount = depositCalls['deposits.register'].input.shape.amount;

/** The deposit of a draft, and messages for everything that is invalid. */
export function readDraft(draft: DepositDraft, tokens: readonly TokenBalance[]): DraftReading {
  const pasted = readContractAddress(draft.pasted);
  const chosen = draft.choice === OTHER ? (pasted.kind === 'address' ? pasted.address : null) : draft.choice || null;
  const token = tokens.find(({ tokenAddress }) => tokenAddress === chosen);
  const unit: AmountUnit = { name: token?.name ?? null, decimals: token?.decimals ?? null };
  const amount = readAmountText(draft.amount, unit);
  const chain = readChain(draft.chain);
  const taken = amount.kind === 'amount' && bridgeAmount.safeParse(amount.value.toString()).success;
  const balance = token === undefined ? null : BigInt(token.balance);
  const isReady = chosen !== null && taken && chain.kind === 'chain';
  return {
    ready: isReady ? { tokenAddress: chosen, unit, amount: amount.value, chainId: chain.id, balance } : null,
    unit,
    addressProblem: draft.choice === OTHER && pasted.kind === 'wrong' ? pasted.problem : null,
    amountProblem: amount.kind === 'amount' && !taken ? 'A deposit must be more than zero.' : null,
    chainProblem: chainProblem(chain.kind, draft.chain),
  };
}

function chainProblem(kind: ReturnType<typeof readChain>['kind'], typed: string): string | null {
  // The list under the field offers the matching chains.
  if (kind === 'unknown-name') return isPartOfChain(typed) ? null : 'This chain’s name is unknown. Enter its number.';
  return kind === 'too-long' ? 'This number is too long for a chain.' : null;
}

export function warningsAbout({ chainId, unit }: ReadyDeposit): readonly string[] {
  const isUnknown = chainWords(chainId).startsWith('chain ');
  return [
    ...(isUnknown ? [`Dropslip does not know chain ${chainId}. Check the number.`] : []),
    ...(unit.decimals === null ? ['This token’s decimals are unknown. Check that the amount is in base units.'] : []),
  ];
}
