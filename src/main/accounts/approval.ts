import type { AccountSettings, CredentialKind } from '../../shared/accounts.ts';
import { type Failure, type Result, success } from '../../shared/failure.ts';
import { type Consent, declined } from '../consent.ts';
import * as questions from './approval-questions.ts';

/** Everything that decides where an account's requests go. */
export type Place = Pick<AccountSettings, 'address' | 'submitAddress' | 'requestFundsPath' | 'tokenMapPath'>;

/** An account as a question names it; `address` null while its service is still starting. */
export type ApprovedAccount = Omit<Place, 'address'> & {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
};

/** A credential that is to be kept. */
export type GivenSecret = { readonly kind: CredentialKind; readonly secret: string };

const addressDeclined: Failure = {
  code: 'address-declined',
  message: 'Nothing was sent, because you did not confirm the address. Check it, then try again.',
};

/**
 * Puts to the person what a page must not be able to do alone: where requests of an account go, with which credentials,
 * and whether it goes. The question is asked by main, out of reach of the page; one question covers all that is in a
 * change. An address that was confirmed stays so until the app ends, for exactly that place and account. `known` are the
 * addresses of existing accounts.
 */
export class Approval {
  readonly #consent: Consent;
  readonly #known: () => readonly string[];
  readonly #addresses = new Set<string>();
  /** Places that were confirmed and that no account was made of yet. */
  readonly #unused = new Set<string>();
  readonly #places = new Set<string>();

  constructor(consent: Consent, known: () => readonly string[]) {
    this.#consent = consent;
    this.#known = known;
  }

  /** Before what was typed for an account that is yet to be is tried out. */
  async toTry(place: Place): Promise<Result<null>> {
    if (addressesOf(place).every((address) => this.#addresses.has(address) || this.#known().includes(address))) {
      return success(null);
    }
    return this.#newPlace(place);
  }

  /** Before an account is made; its credentials are part of it. `made` is to be called once it is. */
  async toAdd(place: Place, name: string): Promise<Result<{ readonly made: () => void }>> {
    const isNew = addressesOf(place).some(
      (address) => !this.#addresses.has(address) && !this.#known().includes(address),
    );
    const made = (): void => {
      this.#unused.delete(keyOf(place));
    };
    if (this.#unused.has(keyOf(place))) return success({ made });
    const asked = isNew
      ? await this.#newPlace(place)
      : await this.#consent.ask(questions.aboutAnotherAccount(place, name), declined);
    return asked.ok ? success({ made }) : asked;
  }

  /** Before an account's credentials go to another place than its own, and before it moves there. */
  async toReach(account: ApprovedAccount, place: Place): Promise<Result<null>> {
    const key = JSON.stringify([account.id, keyOf(place)]);
    if (keyOf(account) === keyOf(place) || this.#places.has(key)) return success(null);
    const asked = await this.#consent.ask(questions.aboutMove(account, place), addressDeclined);
    if (asked.ok) this.#places.add(key);
    return asked;
  }

  toUse(account: ApprovedAccount, secrets: readonly GivenSecret[]): Promise<Result<null>> {
    return this.#consent.ask(questions.aboutCredentials(account, secrets), declined);
  }

  toForget(account: ApprovedAccount, kind: CredentialKind): Promise<Result<null>> {
    return this.#consent.ask(questions.aboutForgetting(account, kind), declined);
  }

  toRemove(account: ApprovedAccount, held: readonly CredentialKind[]): Promise<Result<null>> {
    return this.#consent.ask(questions.aboutRemoval(account, held), declined);
  }

  async #newPlace(place: Place): Promise<Result<null>> {
    const asked = await this.#consent.ask(questions.aboutNewPlace(place), addressDeclined);
    if (!asked.ok) return asked;
    for (const address of addressesOf(place)) this.#addresses.add(address);
    this.#unused.add(keyOf(place));
    return asked;
  }
}

function addressesOf({ address, submitAddress }: Place): readonly string[] {
  return submitAddress === null ? [address] : [address, submitAddress];
}

function keyOf({ address, submitAddress, requestFundsPath, tokenMapPath }: Place | ApprovedAccount): string {
  return JSON.stringify([address, submitAddress, requestFundsPath, tokenMapPath]);
}
