import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { create } from 'zustand';
import type { TokenBalance } from '../../../shared/bridge/balances.ts';
import { type Deposit, depositCalls } from '../../../shared/bridge/deposits.ts';
import { chainWords, isPartOfChain, readChain } from '../../../shared/chains.ts';
import { type AmountText, type AmountUnit, knownAmount, readAmountText } from '../../ui/amount-text.ts';

/** The form as it stands while it is typed. */
export type DepositDraft = {
  /** The address of a listed token; `OTHER` for one that is pasted; empty while none is chosen. */
  readonly choice: string;
  readonly pasted: string;
  readonly amount: AmountText;
  readonly chain: string;
};

export const OTHER = 'other';

export const emptyDraft: DepositDraft = { choice: '', pasted: '', amount: { unit: 'whole', text: '' }, chain: '' };

/** What is typed stays while the person looks at another screen; another account begins anew. */
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
  /** As last read; null for a token that the account does not have. */
  readonly balance: bigint | null;
};

type DraftReading = {
  /** Null while a field is empty or wrong. */
  readonly ready: ReadyDeposit | null;
  readonly unit: AmountUnit;
  readonly addressProblem: string | null;
  readonly amountProblem: string | null;
  readonly chainProblem: string | null;
  /** What is still to be filled in, answered or put right; null when nothing is. */
  readonly open: string | null;
};

/** What main takes as an amount. */
const bridgeAmount = depositCalls['deposits.register'].input.shape.amount;

/** The draft as it can be registered, and what stands in its way in words. */
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
  // The list under the field offers what it is a part of: `chainHint` says so.
  if (kind === 'unknown-name' && isPartOfChain(typed)) return null;
  if (kind === 'unknown-name') return 'This chain’s name is unknown. Enter its number.';
  return kind === 'too-long' ? 'This number is too long for a chain.' : null;
}

/** What the field of the chain is for, or what is to be done about what is typed in it. */
export function chainHint(typed: string): string {
  const chain = readChain(typed);
  if (chain.kind === 'chain') return `Made on ${chainWords(chain.id)}.`;
  if (isPartOfChain(typed)) return 'Choose one from the list, or enter the chain’s number.';
  return 'Where you made the deposit: its name or number.';
}

/** How far a field is; `unclear`: it is asked what was meant. */
type Filling = 'there' | 'missing' | 'wrong' | 'unclear';

function amountFilling(kind: ReturnType<typeof readAmountText>['kind'], taken: boolean): Filling {
  if (kind === 'amount') return taken ? 'there' : 'wrong';
  return kind === 'empty' ? 'missing' : kind;
}

/** Every reason why nothing can be registered yet, beside the button that waits for it. */
function openWords(fields: { readonly [Field in 'token' | 'amount' | 'chain']: Filling }): string | null {
  const named = (filling: Filling): string[] =>
    Object.entries(fields).flatMap(([field, is]) => (is === filling ? `the ${field}` : []));
  // In British English no comma stands before “and”.
  const list = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
  const [missing, wrong] = [named('missing'), named('wrong')];
  const sentences = [
    ...(missing.length === 0 ? [] : [`Still to fill in: ${list(missing)}.`]),
    ...(fields.amount === 'unclear' ? ['Still to answer: which amount you mean.'] : []),
    ...(wrong.length === 0 ? [] : [`Still to correct: ${list(wrong)}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** A draft with this token: its chain where none is typed, and no amount of another token. */
export function withToken(draft: DepositDraft, choice: string, token: TokenBalance | undefined): DepositDraft {
  return { ...draft, choice, chain: draft.chain || chainOf(token), amount: amountFor(draft, token) };
}

/** The chain that the service says a token is on; empty where it does not. */
function chainOf(token: TokenBalance | undefined): string {
  const id = /^"?(\d{1,20})"?$/.exec(token?.extra.chain_id ?? '')?.[1];
  return id === undefined ? '' : chainWords(id).startsWith('chain ') ? id : chainWords(id);
}

/** What is typed in whole tokens means another amount with another token's decimals, so it is not carried over. */
export function amountFor({ amount }: DepositDraft, token: TokenBalance | undefined): AmountText {
  const decimals = token?.decimals ?? null;
  if (decimals === null) return amount.unit === 'base' ? amount : { unit: 'base', text: '' };
  return amount.text === '' ? { unit: 'whole', text: '' } : amount;
}

/** Longer lists are gone through by nobody: any other token is chosen by its address. */
export const MOST_OFFERED = 200;

/** The tokens to choose from, each address once, with the one that is chosen. */
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

/** A token's address as people paste it: 20 bytes of hex, and where it has both letter cases they must be right. */
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

/** The one right mixture of letter cases (EIP-55): a letter is capital where the address's Keccak-256 has 8 or more. */
function checksummed(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return Array.from(lower, (sign, index) => ((hash[index] ?? '0') >= '8' ? sign.toUpperCase() : sign)).join('');
}
