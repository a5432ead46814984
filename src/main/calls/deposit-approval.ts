import { separatorsOf } from '../../shared/amounts.ts';
import type { CallInputs } from '../../shared/api.ts';
import type { Deposit } from '../../shared/deposits.ts';
import { type Failure, failure, type Result, success } from '../../shared/failure.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Consent } from '../consent.ts';
import * as questions from './deposit-questions.ts';

type Asked = CallInputs['deposits.register'];

export type DepositApprovalParts = {
  readonly consent: Consent;
  /** The deposits of all accounts. */
  readonly deposits: () => readonly Deposit[];
  /** What is known of a token of an account. */
  readonly token: (accountId: string, tokenAddress: string) => Deposit['token'];
  /** What an account is called; null for one that is not there. */
  readonly accountName: (accountId: string) => string | null;
  /** In whose way numbers and times are written. */
  readonly locale: () => string;
};

const notRegistered: Failure = {
  code: 'declined',
  message: 'Nothing was registered, because you did not confirm it in the small window.',
};
const stillBeginning: Failure = {
  code: 'not-now',
  message: 'The same deposit is just being registered. Look at your list in a moment.',
};

/** Puts to the person what a page must not be able to do alone: say that money was deposited, once or once more. */
export class DepositApproval {
  readonly #parts: DepositApprovalParts;
  /** Deposits that are not in the list yet, while the person is asked and the balance is read beforehand. */
  readonly #beginning = new Map<string, { readonly draftId: string; readonly ended: Promise<Result<Deposit>> }>();

  constructor(parts: DepositApprovalParts) {
    this.#parts = parts;
  }

  /** Before a person's word on a deposit is taken. */
  async toDecide({ id, decision }: CallInputs['deposits.decide']): Promise<Result<null>> {
    const deposit = this.#parts.deposits().find((each) => each.id === id);
    if (decision !== 'register-again' || deposit?.state.kind !== 'unknown') return success(null);
    const question = questions.aboutUncertainDeposit(deposit, this.#nameOf(deposit), this.#separators());
    return this.#parts.consent.ask(question, notRegistered);
  }

  /** Registers a deposit with a person's yes. The question says when the same is in the list already, and counts or may. */
  async register(asked: Asked, register: () => Promise<Result<Deposit>>): Promise<Result<Deposit>> {
    const key = keyOf(asked);
    const beginning = this.#beginning.get(key);
    // The same draft is the same deposit, however often it is asked for: its one question is for all of them.
    if (beginning !== undefined) return beginning.draftId === asked.draftId ? beginning.ended : failure(stillBeginning);
    const ended = this.#ask(asked, key).then((approved) => (approved.ok ? register() : approved));
    this.#beginning.set(key, { draftId: asked.draftId, ended });
    try {
      return await ended;
    } finally {
      this.#beginning.delete(key);
    }
  }

  #ask(asked: Asked, key: string): Promise<Result<null>> {
    const { consent, deposits, token, locale } = this.#parts;
    const same = deposits().filter((deposit) => keyOf(deposit) === key && mayCount(deposit));
    const found = same.find(({ state }) => state.kind !== 'registered') ?? same[0];
    const about = { ...asked, token: token(asked.accountId, asked.tokenAddress) };
    const account = this.#nameOf(asked);
    if (found === undefined) {
      return consent.ask(questions.aboutDeposit(about, account, this.#separators()), notRegistered);
    }
    const earlier = {
      at: formatInstant(found.createdAt, locale(), undefined),
      isCertain: found.state.kind === 'registered',
    };
    return consent.ask(questions.aboutSameDeposit(about, earlier, account, this.#separators()), notRegistered);
  }

  #nameOf({ accountId }: Pick<Deposit, 'accountId'>): string {
    return this.#parts.accountName(accountId) ?? '';
  }

  #separators() {
    return separatorsOf(this.#parts.locale());
  }
}

function mayCount({ state }: Deposit): boolean {
  return state.kind !== 'refused' && state.kind !== 'not-sent';
}

function keyOf({
  accountId,
  tokenAddress,
  amount,
  chainId,
}: Pick<Deposit, 'accountId' | 'tokenAddress' | 'amount' | 'chainId'>): string {
  return JSON.stringify([accountId, tokenAddress, amount, chainId]);
}
