import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { create } from 'zustand';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { type Deposit, depositCalls } from '../../../shared/bridge/deposits.ts';
import { chainWords, isPartOfChain, readChain } from '../../../shared/chains.ts';
import { type AmountText, type AmountUnit, knownAmount, readAmountText } from '../../ui/amount-text.ts';

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
  /** The fields to fill in, clarify or correct; null if there are none. */
  readonly open: string | null;
};

/** Any amount that main accepts. */
const bridgeAmount = depositCalls['deposits.register'].input.shape.amount;

/** The deposit of a draft, and messages for everything that is missing or invalid. */
export function readDraft(draft: DepositDraft, tokens: readonly TokenBalance[]): DraftReading {
  const pasted = readTokenAddress(draft.pasted);
  const chosen = draft.choice === OTHER ? (pasted.kind === 'address' ? pasted.address : null) : draft.choice || null;
  const token = tokens.find(({ tokenAddress }) => tokenAddress === chosen);
  const unit: AmountUnit = { name: token?.name ?? null, decimals: token?.decimals ?? null };
  const amount = readAmountText(draft.amount, unit);
  const chain = readChain(draft.chain);
  const taken = amount.kind === 'amount' && bridgeAmount.safeParse(amount.value.toString()).success;
  const ready =
    chosen !== null && taken && chain.kind === 'chain'
      ? {
          tokenAddress: chosen,
          unit,
          amount: amount.value,
          chainId: chain.id,
          balance: token === undefined ? null : BigInt(token.balance),
        }
      : null;
  return {
    ready,
    unit,
    addressProblem: draft.choice === OTHER && pasted.kind === 'wrong' ? pasted.problem : null,
    amountProblem: amount.kind === 'amount' && !taken ? 'A deposit must be more than zero.' : null,
    chainProblem: chainProblem(chain.kind, draft.chain),
    open: openWords({
      token: chosen !== null ? 'there' : draft.choice === OTHER && draft.pasted.trim() !== '' ? 'wrong' : 'missing',
      amount: amountFilling(amount.kind, taken),
      chain: chain.kind === 'chain' ? 'there' : chain.kind === 'empty' ? 'missing' : 'wrong',
    }),
  };
}

function chainProblem(kind: ReturnType<typeof readChain>['kind'], typed: string): string | null {
  // The list under the field offers the matching chains, and `chainHint` says so.
  if (kind === 'unknown-name' && isPartOfChain(typed)) return null;
  if (kind === 'unknown-name') return 'This chain’s name is unknown. Enter its number.';
  return kind === 'too-long' ? 'This number is too long for a chain.' : null;
}

/** The purpose of the chain field, or how to correct its text. */
export function chainHint(typed: string): string {
  const chain = readChain(typed);
  if (chain.kind === 'chain') return `Made on ${chainWords(chain.id)}.`;
  if (isPartOfChain(typed)) return 'Choose one from the list, or enter the chain’s number.';
  return 'Where you made the deposit: its name or number.';
}

/** The progress of a field. `unclear` means that the user must say what was meant. */
type Filling = 'there' | 'missing' | 'wrong' | 'unclear';

function amountFilling(kind: ReturnType<typeof readAmountText>['kind'], taken: boolean): Filling {
  if (kind === 'amount') return taken ? 'there' : 'wrong';
  return kind === 'empty' ? 'missing' : kind;
}

/** Every reason why the deposit cannot be registered yet, for the text beside its button. */
function openWords(fields: { readonly [Field in 'token' | 'amount' | 'chain']: Filling }): string | null {
  const named = (filling: Filling): string[] =>
    Object.entries(fields).flatMap(([field, is]) => (is === filling ? `the ${field}` : []));
  // British English has no comma before “and”.
  const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
  const [missing, wrong] = [named('missing'), named('wrong')];
  const sentences = [
    ...(missing.length === 0 ? [] : [`Still to fill in: ${list(missing)}.`]),
    ...(fields.amount === 'unclear' ? ['Still to answer: which amount you mean.'] : []),
    ...(wrong.length === 0 ? [] : [`Still to correct: ${list(wrong)}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** A draft with this token, whose chain fills an empty field. `amountFor` decides which amount is kept. */
export function withToken(draft: DepositDraft, choice: string, token: TokenBalance | undefined): DepositDraft {
  return { ...draft, choice, chain: draft.chain || chainOf(token), amount: amountFor(draft, token) };
}

/** The chain of a token according to the service; empty if unknown. */
function chainOf(token: TokenBalance | undefined): string {
  const id = /^"?(\d{1,20})"?$/.exec(token?.extra.chain_id ?? '')?.[1];
  return id === undefined ? '' : chainWords(id).startsWith('chain ') ? id : chainWords(id);
}

/**
 * The amount to keep when the token changes. If the new token's decimals are unknown, only base units are kept: the
 * value of an amount in whole tokens would be unknown too.
 */
export function amountFor({ amount }: DepositDraft, token: TokenBalance | undefined): AmountText {
  const decimals = token?.decimals ?? null;
  if (decimals === null) return amount.unit === 'base' ? amount : { unit: 'base', text: '' };
  return amount.text === '' ? { unit: 'whole', text: '' } : amount;
}

/** The maximum number of tokens in the list. Others are chosen by address. */
export const MOST_OFFERED = 200;

/** The tokens to choose from, each address once, including the chosen one. */
export function offeredTokens(listed: readonly TokenBalance[], choice: string): readonly TokenBalance[] {
  const byAddress = new Map<string, TokenBalance>();
  for (const token of listed) {
    const fits = byAddress.size < MOST_OFFERED || token.tokenAddress === choice;
    if (fits && !byAddress.has(token.tokenAddress)) byAddress.set(token.tokenAddress, token);
  }
  return [...byAddress.values()];
}

type ReadTokenAddress =
  | { readonly kind: 'empty' }
  /** Lower-case hex with `0x`. */
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'wrong'; readonly problem: string };

const BYTES = 20;

/** Parses a pasted token address: 20 bytes of hex. If it has both letter cases, its checksum must be right. */
export function readTokenAddress(typed: string): ReadTokenAddress {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const digits = text.replace(/^0x/i, '');
  if (!/^[0-9a-f]*$/i.test(digits)) {
    return { kind: 'wrong', problem: 'An address has only the digits 0–9 and the letters a–f after 0x.' };
  }
  const off = digits.length - BYTES * 2;
  if (off !== 0) {
    const count = off < 0 ? `${-off} too few` : `${off} too many`;
    return { kind: 'wrong', problem: `An address has ${BYTES * 2} characters after 0x; this has ${count}.` };
  }
  if (isMixed(digits) && digits !== checksummed(digits)) {
    return {
      kind: 'wrong',
      problem: 'One character is wrong: upper and lower case do not match. Copy the address again.',
    };
  }
  return { kind: 'address', address: `0x${digits.toLowerCase()}` };
}

function isMixed(digits: string): boolean {
  return /[a-f]/.test(digits) && /[A-F]/.test(digits);
}

/** The checksum spelling (EIP-55): a letter is a capital if the address's Keccak-256 has 8 or more at its place. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return Array.from(lower, (sign, index) => ((hash[index] ?? '0') >= '8' ? sign.toUpperCase() : sign)).join('');
}
