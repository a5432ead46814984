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

/** Puts to the person what a page must not be able to do alone because a deposit may count twice by it. */
export class DepositApproval {
  readonly #parts: DepositApprovalParts;
  /** Deposits that are not in the list yet, while the balance is read beforehand. */
  readonly #beginning = new Map<string, string>();

  constructor(parts: DepositApprovalParts) {
    this.#parts = parts;
  }

  /** Before a person's word on a deposit is taken. */
  async toDecide({ id, decision }: CallInputs['deposits.decide']): Promise<Result<null>> {
    const deposit = this.#parts.deposits().find((each) => each.id === id);
    if (decision !== 'register-again' || deposit?.state.kind !== 'unknown') return success(null);
    return this.#parts.consent.ask(questions.aboutUncertainDeposit(deposit, this.#separators()), notRegistered);
  }

  /** Registers a new deposit; one that is in the list already, and counts or may, with a person's yes alone. */
  async register(asked: Asked, register: () => Promise<Result<Deposit>>): Promise<Result<Deposit>> {
    const key = keyOf(asked);
    const beginning = this.#beginning.get(key);
    // The same draft is the same deposit, however often it is asked for.
    if (beginning !== undefined) return beginning === asked.draftId ? register() : failure(stillBeginning);
    this.#beginning.set(key, asked.draftId);
    try {
      const approved = await this.#toRepeat(key);
      return approved.ok ? await register() : approved;
    } finally {
      this.#beginning.delete(key);
    }
  }

  async #toRepeat(key: string): Promise<Result<null>> {
    const same = this.#parts.deposits().filter((deposit) => keyOf(deposit) === key && mayCount(deposit));
    const found = same.find(({ state }) => state.kind !== 'registered') ?? same[0];
    if (found === undefined) return success(null);
    const madeAt = formatInstant(found.createdAt, this.#parts.locale(), undefined);
    return this.#parts.consent.ask(questions.aboutSameDeposit(found, madeAt, this.#separators()), notRegistered);
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
