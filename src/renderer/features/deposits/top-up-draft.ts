import { create } from 'zustand';
import { type CreditOrder, depositCalls } from '../../../shared/bridge/deposits.ts';
import type { TokenName } from '../../../shared/records.ts';
import { type AmountText, type AmountUnit, readAmountText } from '../../ui/amount-text.ts';
import { readContractAddress, withChecksum } from './contract-address.ts';

export type TopUpDraft = {
  /** Empty while none is chosen, as the token's address. */
  readonly chainId: string;
  readonly tokenAddress: string;
  readonly amount: AmountText;
  /** The payment contract as typed; null for that of the last order on this chain. */
  readonly contract: string | null;
};

export const emptyTopUp: TopUpDraft = {
  chainId: '',
  tokenAddress: '',
  amount: { unit: 'whole', text: '' },
  contract: null,
};

type KeptTopUp = {
  readonly accountId: string;
  /** The account's address at the time. */
  readonly address: string | null;
  readonly draft: TopUpDraft;
};

/** The draft stays while the user visits another screen. */
export const useTopUpDraft = create<KeptTopUp>(() => ({ accountId: '', address: null, draft: emptyTopUp }));

/** Another account or address starts with an empty draft: another operator has another payment contract. */
export function draftFor(accountId: string, address: string | null, kept: KeptTopUp): TopUpDraft {
  return kept.accountId === accountId && kept.address === address ? kept.draft : emptyTopUp;
}

/** A draft with this chain. Another chain has other tokens and another payment contract. */
export function withChain(chainId: string): TopUpDraft {
  return { ...emptyTopUp, chainId };
}

/** A draft with this token. The user types the amount again, in the token's unit. */
export function withPaidToken(draft: TopUpDraft, token: TokenName | undefined): TopUpDraft {
  const unit = token === undefined || token.decimals === null ? 'base' : 'whole';
  return { ...draft, tokenAddress: token?.tokenAddress ?? '', amount: { unit, text: '' } };
}

/** An order that can be registered. Amount in whole base units. */
type ReadyOrder = {
  readonly chainId: string;
  readonly tokenAddress: string;
  readonly amount: string;
  readonly contract: string;
};

type TopUpReading = {
  /** Null while a field is empty or invalid. */
  readonly ready: ReadyOrder | null;
  readonly unit: AmountUnit;
  /** The text of the field for the payment contract. */
  readonly contract: string;
  readonly contractProblem: string | null;
  readonly amountProblem: string | null;
};

const bridgeAmount = depositCalls['deposits.order'].input.shape.amount;

/** The order of a draft, and messages for everything that is invalid. `orders`: newest first. */
export function readTopUp(
  draft: TopUpDraft,
  tokens: readonly TokenName[],
  orders: readonly CreditOrder[],
): TopUpReading {
  const { chainId } = draft;
  const token = tokens.find((one) => one.chainId === chainId && one.tokenAddress === draft.tokenAddress);
  const unit: AmountUnit = { name: token?.name ?? null, decimals: token?.decimals ?? null };
  const amount = readAmountText(draft.amount, unit);
  const taken = amount.kind === 'amount' && bridgeAmount.safeParse(amount.value.toString()).success;
  const contract = draft.contract ?? lastContract(chainId, orders);
  const address = readContractAddress(contract);
  const isReady = token !== undefined && taken && address.kind === 'address';
  return {
    ready: isReady
      ? { chainId, tokenAddress: token.tokenAddress, amount: amount.value.toString(), contract: address.address }
      : null,
    unit,
    contract,
    contractProblem: address.kind === 'wrong' ? address.problem : null,
    amountProblem: amount.kind === 'amount' && !taken ? 'An order must be for more than zero.' : null,
  };
}

/** The payment contract of the last order on a chain; empty if there is none. */
function lastContract(chainId: string, orders: readonly CreditOrder[]): string {
  for (const { chainId: other, payment } of orders) {
    if (other === chainId && payment !== null && payment.contract !== null) return withChecksum(payment.contract);
  }
  return '';
}
