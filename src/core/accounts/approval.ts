import { createHmac, randomBytes } from 'node:crypto';
import type { CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
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

const addressDeclined: Failure = { code: 'address-declined' };

/**
 * Puts to the person what a page must not be able to do alone: where requests of an account go, with which credentials,
 * and whether it goes. The question is asked by main, out of reach of the page; one question covers all that is in a
 * change. What may be tried out at an address that was confirmed may be tried there until the app ends; what is changed
 * by a yes is changed once. `known` are the places of existing accounts.
 */
export class Approval {
  readonly #consent: Consent;
  readonly #known: () => readonly KnownAddresses[];
  readonly #confirmed = new Set<string>();
  readonly #confirmedNodes = new Set<string>();
  /**
   * Name and secrets that were tried at a place as it was confirmed, by place: the approval is good for one account with these.
   * If the service refused the secrets, they were mistyped, and it is good for those that are tried or saved next.
   */
  readonly #passes = new Map<string, string>();
  readonly #digestKey = randomBytes(32);
  /** The same for accounts that are there already: for one move from where they are. */
  readonly #moves = new Map<string, string>();

  readonly #asking = new Set<AbortController>();

  constructor(consent: Consent, known: () => readonly KnownAddresses[]) {
    this.#consent = consent;
    this.#known = known;
  }

  /** Before what was typed for an account that is yet to be is tried out, with `secrets`. */
  async toTry(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    if (this.#isKnown(place)) {
      const key = keyOf(place);
      if (this.#passes.get(key) === this.#digestOf('mistyped', name))
        this.#passes.set(key, this.#digestOf(secrets, name));
      return success(null);
    }
    const asked = await this.#newPlace(place, name, secrets);
    if (asked.ok) this.#passes.set(keyOf(place), this.#digestOf(secrets, name));
    return asked;
  }

  /** The service refused what was tried there just now. */
  mistyped(place: KnownPlace, name: string, secrets: readonly GivenSecret[]): void {
    const key = keyOf(place);
    if (this.#passes.get(key) === this.#digestOf(secrets, name))
      this.#passes.set(key, this.#digestOf('mistyped', name));
  }

  /** Before an account is made; its credentials are part of it. What the person said to a check of just these is said once. */
  async toAdd(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const pass = this.#passes.get(keyOf(place));
    if (pass === this.#digestOf(secrets, name) || pass === this.#digestOf('mistyped', name)) {
      // Before anything is awaited: no second account must find it.
      this.#passes.delete(keyOf(place));
      return success(null);
    }
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
    if (asked.ok) this.#moves.set(key, this.#digestOf(secrets));
    return asked;
  }

  /** Before an account moves, with `secrets` in place of its own. What the person said to a check of just that is said once. */
  async toMove(account: ApprovedAccount, place: KnownPlace, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const key = moveKeyOf(account, place);
    if (this.#moves.get(key) !== this.#digestOf(secrets)) return this.#move(account, place, secrets);
    // Before anything is awaited: no second move must find it.
    this.#moves.delete(key);
    return success(null);
  }

  /** Before an account is called by another name: a page that exchanged two names would have every question name the wrong one. */
  toRename(account: ApprovedAccount, name: string): Promise<Result<null>> {
    return this.#ask(questions.aboutNewName(account, name), declined);
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
    const asked = await this.#ask(questions.aboutNode(address), addressDeclined, withdrawn);
    if (asked.ok) this.#confirmedNodes.add(address);
    return asked;
  }

  toForget(account: ApprovedAccount, kind: CredentialKind): Promise<Result<null>> {
    return this.#ask(questions.aboutForgetting(account, kind), declined);
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
    return this.#ask(questions.aboutMove(account, place, shown(secrets)), addressDeclined);
  }

  async #newPlace(place: KnownAddresses, name: string, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    const asked = await this.#ask(questions.aboutNewPlace(place, name, shown(secrets)), addressDeclined);
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

  #digestOf(secrets: readonly GivenSecret[] | 'mistyped', name = ''): string {
    const given = secrets === 'mistyped' ? secrets : secrets.map(({ kind, secret }) => [kind, secret]);
    const text = JSON.stringify([name, given]);
    return createHmac('sha256', this.#digestKey).update(text).digest('hex');
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
