import type { SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { type Failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AskedAccount } from '../../shared/messages/questions/account-questions.ts';
import * as questions from '../../shared/messages/questions/account-questions.ts';
import { type Consent, declined } from '../consent.ts';
import type { KnownPlace, Place } from './addresses.ts';
import { factsOf, type GivenSecret, type SecretKind } from './credential.ts';

/** Where an account’s requests go, and the node of the network that is asked for it. */
type KnownAddresses = KnownPlace & { readonly nodeAddress?: string | null };

/** An account as a question names it. */
export type ApprovedAccount = AskedAccount & Place & { readonly id: string };

/**
 * Asks the user for what a page must not do alone: change where an account's requests go or with which credentials, or remove
 * the account. One question covers a whole change. At an approved address anything may be tried until the app ends. `known` are
 * the places of existing accounts.
 */
export class Approval {
  readonly #consent: Consent;
  readonly #known: () => readonly KnownAddresses[];
  readonly #confirmed = new Set<string>();
  readonly #confirmedNodes = new Set<string>();
  /** Places that were tried and approved for a new account: the next account that is added there needs no second approval. */
  readonly #tried = new Set<string>();
  /** Approved moves of accounts, each good for one move from where the account is. */
  readonly #moves = new Set<string>();

  readonly #asking = new Set<AbortController>();

  constructor(consent: Consent, known: () => readonly KnownAddresses[]) {
    this.#consent = consent;
    this.#known = known;
  }

  /** Before what was typed for a new account is tried out, with `secrets`. */
  async toTry(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    if (this.#isKnown(place)) return success(null);
    const asked = await this.#newPlace(place, name, secrets);
    if (asked.ok) this.#tried.add(keyOf(place));
    return asked;
  }

  /** Before an account is added with its credentials, unless its place was approved when it was tried out. */
  async toAdd(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    // Deleted before anything is awaited: no second account finds it.
    if (this.#tried.delete(keyOf(place))) return success(null);
    if (!this.#isKnown(place)) return this.#newPlace(place, name, secrets);
    const asked = await this.#ask(questions.aboutAnotherAccount(place, name, shown(secrets)), declined);
    if (asked.ok) this.#confirmNode(place);
    return asked;
  }

  /** Before an account's credentials, or `secrets` in their place, are tried out at another place than its own. */
  async toReach(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const key = moveKeyOf(account, place);
    if (keyOf(account) === keyOf(place) || this.#moves.has(key)) return success(null);
    const asked = await this.#move(account, place, secrets);
    if (asked.ok) this.#moves.add(key);
    return asked;
  }

  /** Before an account moves, with `secrets` in place of its own, unless the move was approved when it was tried out. */
  async toMove(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    // Deleted before anything is awaited: no second move finds it.
    return this.#moves.delete(moveKeyOf(account, place)) ? success(null) : this.#move(account, place, secrets);
  }

  toUse(account: ApprovedAccount, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#ask(questions.aboutCredentials(account, shown(secrets)), declined);
  }

  /** Before something else pays for what is submitted: a line to be asked beyond is in base units of what pays. */
  toPayBy(account: ApprovedAccount, submitBy: SubmitBy): Promise<Result<null>> {
    return this.#ask(questions.aboutPayingBy(account, submitBy), declined);
  }

  /** Before a node of the network is asked that no account names: it learns which blocks a person looks for. */
  async toAskNode(address: string, withdrawn?: AbortSignal): Promise<Result<null>> {
    if (this.#confirmedNodes.has(address) || this.#known().some(({ nodeAddress }) => nodeAddress === address)) {
      return success(null);
    }
    const asked = await this.#ask(questions.aboutNode(address), declined, withdrawn);
    if (asked.ok) this.#confirmedNodes.add(address);
    return asked;
  }

  toRemove(account: ApprovedAccount, held: readonly SecretKind[]): Promise<Result<null>> {
    return this.#ask(questions.aboutRemoval(account, held), declined);
  }

  /** Whoever began what the person is being asked about went back: its question closes, as with a no. */
  withdraw(): void {
    for (const asking of this.#asking) asking.abort();
  }

  async #ask(question: Question, refusal: Failure, withdrawn?: AbortSignal): Promise<Result<null>> {
    const asking = new AbortController();
    this.#asking.add(asking);
    const signals = withdrawn === undefined ? [asking.signal] : [asking.signal, withdrawn];
    try {
      return await this.#consent.ask(question, refusal, AbortSignal.any(signals));
    } finally {
      this.#asking.delete(asking);
    }
  }

  #move(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#ask(questions.aboutMove(account, place, shown(secrets)), declined);
  }

  async #newPlace(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const asked = await this.#ask(questions.aboutNewPlace(place, name, shown(secrets)), declined);
    if (!asked.ok) return asked;
    this.#confirmNode(place);
    this.#confirmed.add(keyOf(place));
    return asked;
  }

  /** The whole of it: at one address another path may be another's. */
  #isKnown(place: KnownPlace): boolean {
    const key = keyOf(place);
    return this.#confirmed.has(key) || this.#known().some((known) => keyOf(known) === key);
  }

  /** A question about an account names its node too. */
  #confirmNode({ nodeAddress }: KnownAddresses): void {
    if (nodeAddress != null) this.#confirmedNodes.add(nodeAddress);
  }
}

/** As questions show them. */
function shown(secrets: readonly GivenSecret[]): readonly questions.AskedSecret[] {
  return secrets.map(({ kind, secret }) => ({ kind, lastFour: factsOf(kind, secret).lastFour }));
}

/** From where it is: once it has moved, nothing that was said before counts. */
function moveKeyOf(account: ApprovedAccount, place: KnownPlace): string {
  return JSON.stringify([account.id, keyOf(account), keyOf(place)]);
}

function keyOf({ address, submitAddress, requestFundsPath, tokenMapPath }: Place): string {
  return JSON.stringify([address, submitAddress, requestFundsPath, tokenMapPath]);
}
