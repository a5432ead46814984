import type { SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { type Failure, type Result, success } from '../../shared/failures/failure.ts';
import type { AskedAccount } from '../../shared/messages/questions/account-questions.ts';
import * as questions from '../../shared/messages/questions/account-questions.ts';
import { type Consent, declined } from '../consent.ts';
import type { KnownPlace, Place } from './addresses.ts';
import { factsOf, type GivenSecret, type SecretKind } from './credential.ts';

type KnownAddresses = KnownPlace & { readonly nodeAddress?: string | null };

export type ApprovedAccount = AskedAccount & Place & { readonly id: string };

/**
 * Asks the user before a page can change where an account's requests are sent or which credentials they use, or
 * remove the account. One question covers a whole change. An approved address can be tried again until the app closes.
 * `known` returns the places of existing accounts.
 */
export class Approval {
  readonly #consent: Consent;
  readonly #known: () => readonly KnownAddresses[];
  readonly #approvedPlaces = new Set<string>();
  readonly #approvedNodes = new Set<string>();
  /**
   * Places approved while the user tried out a new account. The next account added at such a place needs no second
   * approval.
   */
  readonly #approvedTrials = new Set<string>();
  /** Approved moves of accounts. Each is valid for one move from the account's current place. */
  readonly #approvedMoves = new Set<string>();

  /** The open questions. */
  readonly #asking = new Set<AbortController>();

  constructor(consent: Consent, known: () => readonly KnownAddresses[]) {
    this.#consent = consent;
    this.#known = known;
  }

  /** Call before the app tries out the settings of a new account with `secrets`. */
  async toTry(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    if (this.#isKnown(place)) return success(null);
    const asked = await this.#askNewPlace(place, name, secrets);
    if (asked.ok) this.#approvedTrials.add(keyOf(place));
    return asked;
  }

  /** Call before an account is added with its credentials. Does not ask if the place was approved when it was tried out. */
  async toAdd(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    // Deleted before the first await, so that a second account cannot use the same approval.
    if (this.#approvedTrials.delete(keyOf(place))) return success(null);
    if (!this.#isKnown(place)) return this.#askNewPlace(place, name, secrets);
    const asked = await this.#ask(questions.aboutAnotherAccount(place, name, shown(secrets)), declined);
    if (asked.ok) this.#approveNode(place);
    return asked;
  }

  /** Call before an account's credentials, or `secrets` in their place, are tried out at another place. */
  async toReach(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const key = moveKeyOf(account, place);
    if (keyOf(account) === keyOf(place) || this.#approvedMoves.has(key)) return success(null);
    const asked = await this.#askMove(account, place, secrets);
    if (asked.ok) this.#approvedMoves.add(key);
    return asked;
  }

  /**
   * Call before an account moves, with `secrets` replacing its own. Does not ask if the move was approved when it was
   * tried out.
   */
  async toMove(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    // Deleted before the first await, so that a second move cannot use the same approval.
    return this.#approvedMoves.delete(moveKeyOf(account, place))
      ? success(null)
      : this.#askMove(account, place, secrets);
  }

  /** Call before an account's credentials are replaced by `secrets`. */
  toUse(account: ApprovedAccount, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#ask(questions.aboutCredentials(account, shown(secrets)), declined);
  }

  /**
   * Call before another token or credential pays. Spending limits are in base units of the paying token, so their
   * meaning changes.
   */
  toPayBy(account: ApprovedAccount, submitBy: SubmitBy): Promise<Result<null>> {
    return this.#ask(questions.aboutPayingBy(account, submitBy), declined);
  }

  /** Call before a node that no account uses is asked, because the node learns which blocks the user looks for. */
  async toAskNode(address: string, withdrawn?: AbortSignal): Promise<Result<null>> {
    if (this.#approvedNodes.has(address) || this.#known().some(({ nodeAddress }) => nodeAddress === address)) {
      return success(null);
    }
    const asked = await this.#ask(questions.aboutNode(address), declined, withdrawn);
    if (asked.ok) this.#approvedNodes.add(address);
    return asked;
  }

  /** Call before an account is removed. `held`: the credentials that are removed with it. */
  toRemove(account: ApprovedAccount, held: readonly SecretKind[]): Promise<Result<null>> {
    return this.#ask(questions.aboutRemoval(account, held), declined);
  }

  /** Closes all open questions as declined. Call if the step that asked them is cancelled. */
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

  #askMove(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#ask(questions.aboutMove(account, place, shown(secrets)), declined);
  }

  async #askNewPlace(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const asked = await this.#ask(questions.aboutNewPlace(place, name, shown(secrets)), declined);
    if (!asked.ok) return asked;
    this.#approveNode(place);
    this.#approvedPlaces.add(keyOf(place));
    return asked;
  }

  /** Compares paths as well: another path at the same address may belong to someone else. */
  #isKnown(place: KnownPlace): boolean {
    const key = keyOf(place);
    return this.#approvedPlaces.has(key) || this.#known().some((known) => keyOf(known) === key);
  }

  /** The user approved the node together with the account, because the question names both. */
  #approveNode({ nodeAddress }: KnownAddresses): void {
    if (nodeAddress != null) this.#approvedNodes.add(nodeAddress);
  }
}

function shown(secrets: readonly GivenSecret[]): readonly questions.AskedSecret[] {
  return secrets.map(({ kind, secret }) => ({ kind, lastFour: factsOf(kind, secret).lastFour }));
}

/** The key contains the current place, so earlier approvals are void after a move. */
function moveKeyOf(account: ApprovedAccount, place: KnownPlace): string {
  return JSON.stringify([account.id, keyOf(account), keyOf(place)]);
}

function keyOf({ address, submitAddress, requestFundsPath, tokenMapPath }: Place): string {
  return JSON.stringify([address, submitAddress, requestFundsPath, tokenMapPath]);
}
