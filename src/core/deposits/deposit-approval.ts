import type { Separators } from '../../shared/amounts.ts';
import type { CallInputs } from '../../shared/bridge/bridge.ts';
import { type Deposit, decisionsIn } from '../../shared/bridge/deposits.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { depositSize } from '../../shared/deposit-size.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AskedAccount } from '../../shared/messages/questions/account-questions.ts';
import * as questions from '../../shared/messages/questions/deposit-questions.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Consent } from '../consent.ts';
import { wasSent } from './deposit-transitions.ts';
import type { Deposits } from './deposits.ts';

type Asked = CallInputs['deposits.register'];
type AskedOfAccount = questions.AskedDeposit & Pick<Deposit, 'accountId'>;

export type DepositApprovalParts = {
  readonly consent: Consent;
  readonly accounts: Pick<Accounts, 'list' | 'find'>;
  readonly deposits: Pick<Deposits, 'list' | 'token' | 'balance' | 'balancesOf' | 'register' | 'decide'>;
  /** The user's number format. */
  readonly separators: () => Separators;
  /** The locale of times. */
  readonly locale: () => string;
};

const notRegistered: Failure = { code: 'declined', values: { what: 'deposit' } };
const notSettled: Failure = { code: 'declined', values: { what: 'deposit-decision' } };
const stillBeginning: Failure = { code: 'deposit-being-registered' };

/** Puts to the person what a page must not be able to do alone: say that money was deposited, once or once more, or that it arrived. */
export class DepositApproval {
  readonly #parts: DepositApprovalParts;
  /**
   * What is being asked about or sent, each deposit once, from the look at the list to the end: two ways to the same one at
   * the same time would see nothing of each other. Null: one that is in the list already.
   */
  readonly #beginning = new Map<
    string,
    { readonly draftId: string; readonly ended: Promise<Result<Deposit>> } | null
  >();

  constructor(parts: DepositApprovalParts) {
    this.#parts = parts;
  }

  /** Takes a person's word on a deposit, with their yes where it may cost money or nothing else tells. */
  async decide({ id, decision }: CallInputs['deposits.decide']): Promise<Result<null>> {
    const decide = (): Promise<Result<null>> => this.#parts.deposits.decide(id, decision);
    const deposit = this.#all().find((each) => each.id === id);
    // Nobody is asked about what cannot be, or what costs nothing.
    if (deposit === undefined || decision === 'stop' || !decisionsIn[deposit.state.kind].includes(decision)) {
      return decide();
    }
    const key = keyOf(deposit);
    if (this.#beginning.has(key)) return failure(stillBeginning);
    this.#beginning.set(key, null);
    try {
      const approved = await this.#approveDecision(deposit, decision);
      return approved.ok ? await decide() : approved;
    } finally {
      this.#beginning.delete(key);
    }
  }

  async #approveDecision(deposit: Deposit, decision: CallInputs['deposits.decide']['decision']): Promise<Result<null>> {
    if (decision === 'went-through') {
      return this.#confirmWithBalances(deposit, notSettled, (account, balances) =>
        questions.aboutLostDeposit(deposit, balances, account, this.#parts.separators()),
      );
    }
    // A refused deposit may have been registered again in the meantime.
    const same = this.#same(keyOf(deposit)).filter((each) => each.id !== deposit.id);
    if (decision === 'try-again' && same.length > 0) return this.#askAboutSame(deposit, same);
    // The service has acknowledged none of it, so it cannot count twice.
    if (deposit.state.kind === 'not-sent' && !deposit.attempts.some(wasSent)) {
      const isStopped = deposit.state.reason.code === 'cancelled';
      return isStopped ? this.#askAbout(deposit) : success(null);
    }
    return this.#confirmWithBalances(deposit, notRegistered, (account, balances) =>
      questions.aboutUncertainDeposit(this.#reviewed(deposit), balances, account, this.#parts.separators()),
    );
  }

  /** Registers a deposit with a person's yes. The question says when the same is in the list already, and counts or may. */
  async register(asked: Asked): Promise<Result<Deposit>> {
    const key = keyOf(asked);
    const beginning = this.#beginning.get(key);
    // The same draft is the same deposit, however often it is asked for: its one question is for all of them.
    if (beginning !== undefined)
      return beginning?.draftId === asked.draftId ? beginning.ended : failure(stillBeginning);
    const ended = this.#ask(asked, key).then((approved) =>
      approved.ok ? this.#parts.deposits.register(asked) : approved,
    );
    this.#beginning.set(key, { draftId: asked.draftId, ended });
    try {
      return await ended;
    } finally {
      this.#beginning.delete(key);
    }
  }

  #ask(asked: Asked, key: string): Promise<Result<null>> {
    const about = { ...asked, token: this.#parts.deposits.token(asked.accountId, asked.tokenAddress) };
    const same = this.#same(key);
    return same.length > 0 ? this.#askAboutSame(about, same) : this.#askAbout(about);
  }

  /** Reads the balance first: the question shows it beside the one before the deposit. */
  async #confirmWithBalances(
    deposit: Deposit,
    refusal: Failure,
    about: (account: AskedAccount, balances: questions.AskedBalances) => Question,
  ): Promise<Result<null>> {
    const { deposits, locale } = this.#parts;
    const read = await deposits.balancesOf(deposit.id);
    if (!read.ok) return read;
    const { before } = read.value;
    const day = before === null ? '' : `on ${formatInstant(before.at, locale(), undefined)}`;
    return this.#confirm(deposit, refusal, (account) => about(account, { ...read.value, day }));
  }

  /** Of all accounts. */
  #all(): readonly Deposit[] {
    const { accounts, deposits } = this.#parts;
    return accounts.list().flatMap(({ id }) => deposits.list(id));
  }

  /** Those in the list that are the same deposit, and count or may. */
  #same(key: string): readonly Deposit[] {
    return this.#all().filter((deposit) => keyOf(deposit) === key && mayCount(deposit));
  }

  #askAboutSame(about: AskedOfAccount, same: readonly Deposit[]): Promise<Result<null>> {
    const { locale } = this.#parts;
    const found = same.find(({ state }) => state.kind !== 'registered') ?? same[0];
    const earlier = {
      at: formatInstant(found?.createdAt ?? '', locale(), undefined),
      isCertain: found?.state.kind === 'registered',
    };
    return this.#confirm(about, notRegistered, (account) =>
      questions.aboutSameDeposit(this.#reviewed(about), earlier, account, this.#parts.separators()),
    );
  }

  #askAbout(deposit: AskedOfAccount): Promise<Result<null>> {
    return this.#confirm(deposit, notRegistered, (account) =>
      questions.aboutDeposit(this.#reviewed(deposit), account, this.#parts.separators()),
    );
  }

  /** With what the person is to think about before it is sent: all of the account's deposits tell what is usual. */
  #reviewed(deposit: AskedOfAccount & { readonly id?: number }): questions.SentDeposit {
    const { accountId, tokenAddress, amount, id } = deposit;
    const { deposits } = this.#parts;
    const others = deposits.list(accountId).filter((other) => other.id !== id);
    return {
      ...deposit,
      balance: deposits.balance(accountId, tokenAddress),
      size: depositSize({ tokenAddress, amount: BigInt(amount) }, others),
    };
  }

  /** A yes is for the service that the question named: the account may have moved on while it was asked. */
  async #confirm(
    deposit: Pick<Deposit, 'accountId'>,
    refusal: Failure,
    about: (account: AskedAccount) => Question,
  ): Promise<Result<null>> {
    const account = this.#accountOf(deposit);
    const asked = await this.#parts.consent.ask(about(account), refusal);
    // The practice account's service may have come up meanwhile: it goes nowhere else.
    const isThere = account.address === null || this.#accountOf(deposit).address === account.address;
    return asked.ok && !isThere ? failure({ code: 'changed-meanwhile' }) : asked;
  }

  #accountOf({ accountId }: Pick<Deposit, 'accountId'>): AskedAccount {
    return this.#parts.accounts.find(accountId) ?? { name: '', address: null };
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
  return JSON.stringify([accountId, tokenAddress.toLowerCase(), amount, chainId]);
}
