import type { SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import { type Result, success } from '../../shared/failures/failure.ts';
import * as questions from '../../shared/messages/questions/account-questions.ts';
import { type Consent, declined } from '../consent.ts';
import type { Addresses, KnownAddresses } from './addresses.ts';
import { factsOf, type GivenSecret, type SecretKind } from './credential.ts';

type PlaceWithNode = KnownAddresses & { readonly nodeAddress?: string | null };

/**
 * Asks the user before a page can change where an account's requests are sent or which credentials they use, or
 * remove the account. One question covers a whole change. `known` returns the places of existing accounts.
 */
export class Approval {
  readonly #consent: Consent;
  readonly #known: () => readonly PlaceWithNode[];
  /** Places at which a new account was tried out. The next account added there needs no second approval. */
  readonly #approvedPlaces = new Set<string>();
  readonly #approvedNodes = new Set<string>();
  /** Aborts the open question. */
  #asking = new AbortController();

  constructor(consent: Consent, known: () => readonly PlaceWithNode[]) {
    this.#consent = consent;
    this.#known = known;
  }

  /** Call before the app tries out the settings of a new account with `secrets`. */
  async toTry(place: PlaceWithNode, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    if (this.#approvedPlaces.has(keyOf(place)) || this.#isKnown(place)) return success(null);
    const asked = await this.#askNewPlace(place, name, secrets);
    if (asked.ok) this.#approvedPlaces.add(keyOf(place));
    return asked;
  }

  /** Call before an account is added with its credentials. Does not ask if the place was approved when it was tried out. */
  async toAdd(place: PlaceWithNode, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    // Deleted before the first await, so that a second account cannot use the same approval.
    if (this.#approvedPlaces.delete(keyOf(place))) return success(null);
    return this.#askNewPlace(place, name, secrets);
  }

  /** Call before an account moves, with `secrets` replacing its own. */
  toMove(
    account: questions.AskedAccount,
    place: KnownAddresses,
    secrets: readonly GivenSecret[],
  ): Promise<Result<null>> {
    return this.#ask(questions.aboutMove(account, place, shown(secrets)));
  }

  /** Call before an account's credentials are replaced by `secrets`. */
  toUse(account: questions.AskedAccount, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#ask(questions.aboutPayer(account, shown(secrets), null));
  }

  /**
   * Call before another token or credential pays. Spending limits are in base units of the paying token, so their
   * meaning changes.
   */
  toPayBy(account: questions.AskedAccount, submitBy: SubmitBy): Promise<Result<null>> {
    return this.#ask(questions.aboutPayer(account, [], submitBy));
  }

  /** Call before an account gets a node that no other uses, because the node learns which blocks the user looks for. */
  async toAskNode(address: string): Promise<Result<null>> {
    if (this.#approvedNodes.has(address) || this.#known().some(({ nodeAddress }) => nodeAddress === address)) {
      return success(null);
    }
    const asked = await this.#ask(questions.aboutNode(address));
    if (asked.ok) this.#approvedNodes.add(address);
    return asked;
  }

  /** Call before an account is removed. `held`: the credentials that are removed with it. */
  toRemove(account: questions.AskedAccount, held: readonly SecretKind[]): Promise<Result<null>> {
    return this.#ask(questions.aboutRemoval(account, held));
  }

  /** Closes the open question as declined. Call if the step that asked it is cancelled. */
  withdraw(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
  }

  #ask(question: Question): Promise<Result<null>> {
    return this.#consent.ask(question, declined, this.#asking.signal);
  }

  async #askNewPlace(place: PlaceWithNode, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const asked = await this.#ask(questions.aboutNewPlace(place, name, shown(secrets)));
    if (asked.ok) this.#approveNode(place);
    return asked;
  }

  #isKnown(place: KnownAddresses): boolean {
    return this.#known().some((known) => keyOf(known) === keyOf(place));
  }

  /** The user approved the node together with the account, because the question names both. */
  #approveNode({ nodeAddress }: PlaceWithNode): void {
    if (nodeAddress != null) this.#approvedNodes.add(nodeAddress);
  }
}

function shown(secrets: readonly GivenSecret[]): readonly questions.AskedSecret[] {
  return secrets.map(({ kind, secret }) => ({ kind, ending: factsOf(kind, secret).ending }));
}

function keyOf({ address, submitAddress }: Addresses): string {
  return JSON.stringify([address, submitAddress]);
}
