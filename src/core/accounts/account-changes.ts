import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, ConnectionReport, CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/failures/failure.ts';
import { type AccountStore, nothingFound, type StoredAccount } from './account-store.ts';
import { originFor, readSettings, sameAddresses, samePlace } from './addresses.ts';
import {
  credentialKinds,
  type GivenSecret,
  nothingPasted,
  type PastedSecrets,
  readSecret,
  readSecrets,
  secretKinds,
} from './credential.ts';
import {
  type ApprovedSecrets,
  CredentialChanges,
  type CredentialChangesParts,
  type OwnAccount,
  UserComparison,
} from './credential-changes.ts';

type AccountChangesParts = CredentialChangesParts & { readonly store: AccountStore };

type NewAccount = PastedSecrets & {
  readonly settings: AccountSettings;
  readonly report: ConnectionReport | null;
};

/** Changes accounts and their credentials, one change at a time. */
export class AccountChanges {
  readonly #parts: AccountChangesParts;
  readonly #credentials: CredentialChanges;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: AccountChangesParts) {
    this.#parts = parts;
    this.#credentials = new CredentialChanges(parts);
  }

  /** Returns the reason why an account's credentials last only until the app closes. */
  sessionReason(accountId: string): Failure {
    return this.#credentials.sessionReason(accountId);
  }

  /** Adds an account. If the keychain is locked, the account keeps its credentials in memory until the app closes. */
  async add({ settings, report, ...pasted }: NewAccount): Promise<Result<{ readonly accountId: string }>> {
    const { store, status, approval, now, events } = this.#parts;
    const read = readSettings(settings);
    if (!read.ok) return read;
    const secrets = readSecrets(pasted);
    if (!secrets.ok) return secrets;
    const approved = await approval.toAdd(read.value, read.value.name, secrets.value);
    if (!approved.ok) return approved;
    const asked = await this.#approveNode(read.value);
    if (!asked.ok) return asked;
    return this.#inTurn(async () => {
      const id = randomUUID();
      const seen = report !== null && sameAddresses(report, read.value) ? report : null;
      const account = { ...read.value, id, kind: 'service', found: seen?.found ?? nothingFound } as const;
      await store.add(account, new Date(now()).toISOString());
      if (seen !== null) await store.putReport(id, seen);
      await this.#credentials.saveAll(account, secrets.value);
      status.renew(id, credentialKinds);
      events.emit('account.added', { accountId: id });
      return success({ accountId: id });
    });
  }

  /**
   * Changes an account. A credential whose origin changes is deleted first, so it is never sent to the new origin.
   * Pasted credentials replace it in the same step.
   */
  async edit(
    accountId: string,
    settings: AccountSettings,
    pasted: PastedSecrets = nothingPasted,
  ): Promise<Result<null>> {
    const read = readSettings(settings);
    if (!read.ok) return read;
    const secrets = readSecrets(pasted);
    if (!secrets.ok) return secrets;
    const own = this.#own(accountId);
    if (!own.ok) return own;
    const known = own.value;
    const approved = samePlace(known, read.value)
      ? await this.#credentials.approve(known, secrets.value)
      : await this.#approveMove(known, read.value, secrets.value);
    if (!approved.ok) return approved;
    const { name, submitBy } = read.value;
    const paying = await this.#approvePaying(known, submitBy);
    if (!paying.ok) return paying;
    const asked = await this.#approveNode(read.value);
    if (!asked.ok) return asked;
    return this.#onceAsked(known, { name, submitBy }, (account) => {
      const { left, anew } = approved.value;
      return this.#credentials.leaving(accountId, left, () => this.#change(account, read.value, secrets.value, anew));
    });
  }

  async setSubmitBy(accountId: string, submitBy: SubmitBy): Promise<Result<null>> {
    const { store, status } = this.#parts;
    const known = store.find(accountId);
    if (known === null) return failure({ code: 'unknown-account' });
    const approved = await this.#approvePaying(known, submitBy);
    if (!approved.ok) return approved;
    return this.#inTurn(async () => {
      const account = store.find(accountId);
      if (account === null) return failure({ code: 'unknown-account' });
      if (!stillHolds(account, known, { submitBy })) return failure({ code: 'changed-meanwhile' });
      const isOther = !isDeepStrictEqual(account.submitBy, submitBy);
      if (!isOther && account.isDamaged !== true) return success(null);
      await store.update({ ...account, submitBy });
      if (isOther) status.renew(accountId, []);
      else status.changed();
      return success(null);
    });
  }

  async replaceCredential(accountId: string, kind: CredentialKind, pasted: string): Promise<Result<null>> {
    const { status } = this.#parts;
    const known = this.#own(accountId);
    if (!known.ok) return known;
    const read = readSecret(kind, pasted);
    if (!read.ok) return read;
    const given = { kind, secret: read.value };
    const approved = await this.#credentials.approve(known.value, [given]);
    if (!approved.ok) return approved;
    return this.#onceAsked(known.value, {}, (account) => {
      const { left, anew } = approved.value;
      return this.#credentials.leaving(accountId, left, async () => {
        const saved = await this.#credentials.save(account, given);
        if (saved.ok && anew.length > 0) status.renew(accountId, anew);
        else if (saved.ok) status.changed();
        return saved;
      });
    });
  }

  async forgetCredential(accountId: string, kind: CredentialKind): Promise<Result<null>> {
    const { vault, status } = this.#parts;
    const known = this.#own(accountId);
    if (!known.ok) return known;
    return this.#onceAsked(known.value, {}, async () => {
      const forgotten = await vault.forget(accountId, [kind]);
      status.renew(accountId, [kind]);
      return forgotten.ok ? success(null) : failure(notForgotten(forgotten.error));
    });
  }

  /**
   * Removes an account and all its data. The keychain comes first: after a crash the account still exists without
   * credentials and can be removed again, and no secret is left without an account.
   */
  async remove(accountId: string): Promise<Result<null>> {
    const { store, vault, status, approval, events } = this.#parts;
    const known = this.#own(accountId);
    if (!known.ok) return known;
    if (this.#isSending(accountId)) return failure({ code: 'still-sending' });
    const held = secretKinds.filter((kind) => vault.whereIs(accountId, kind) !== null);
    const approved = await approval.toRemove(known.value, held);
    if (!approved.ok) return approved;
    return this.#inTurn(async () => {
      const account = this.#own(accountId);
      if (!account.ok) return account;
      if (this.#isSending(accountId)) return failure({ code: 'still-sending' });
      const removed = await store.whileHidden(accountId, async () => {
        status.changed();
        const refused = await this.#forgetCredentials(account.value);
        if (refused !== null) return failure(refused);
        events.emit('account.removed', { accountId });
        await store.remove(accountId);
        return success(null);
      });
      status.changed();
      return removed;
    });
  }

  /** Runs changes one after the other, so that an edit of the address cannot overlap the saving of a secret for it. */
  #inTurn<Value>(step: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(step);
    this.#last = result.catch(() => null);
    return result;
  }

  /** Runs `step` in turn, if the facts that the user approved still hold. */
  #onceAsked(
    known: OwnAccount,
    wanted: Wanted,
    step: (account: OwnAccount) => Promise<Result<null>>,
  ): Promise<Result<null>> {
    return this.#inTurn(async () => {
      const account = this.#own(known.id);
      if (!account.ok) return account;
      return stillHolds(account.value, known, wanted) ? step(account.value) : failure({ code: 'changed-meanwhile' });
    });
  }

  #isSending(accountId: string): boolean {
    return this.#parts.events.ask('account.is-sending', { accountId }).includes(true);
  }

  #own(id: string): Result<OwnAccount> {
    const account = this.#parts.store.find(id);
    if (account === null) return failure({ code: 'unknown-account' });
    if (account.kind === 'practice' || account.address === null) return failure({ code: 'practice-account' });
    return success({ ...account, address: account.address });
  }

  async #approveMove(
    account: OwnAccount,
    to: AccountSettings,
    secrets: readonly GivenSecret[],
  ): Promise<Result<ApprovedSecrets>> {
    const approved = await this.#parts.approval.toMove(account, to, secrets);
    if (!approved.ok) return approved;
    const comparison = new UserComparison(this.#parts.vault, account, secrets);
    const isThere = sameAddresses(account, to);
    const left = async () => success(isThere ? await comparison.others() : credentialKinds);
    return success({ left, anew: secrets.map(({ kind }) => kind) });
  }

  async #approveNode({ nodeAddress }: AccountSettings): Promise<Result<null>> {
    return nodeAddress === null ? success(null) : this.#parts.approval.toAskNode(nodeAddress);
  }

  /** The practice account pays nothing, so its user is not asked. */
  async #approvePaying(account: StoredAccount, submitBy: SubmitBy): Promise<Result<null>> {
    const isSame = account.isDamaged !== true && isDeepStrictEqual(account.submitBy, submitBy);
    return isSame || account.kind === 'practice' ? success(null) : this.#parts.approval.toPayBy(account, submitBy);
  }

  async #change(
    before: StoredAccount,
    after: AccountSettings,
    secrets: readonly GivenSecret[],
    anew: readonly CredentialKind[],
  ): Promise<Result<null>> {
    const { store, vault, status, events } = this.#parts;
    const { id } = before;
    const moved = credentialKinds.filter((kind) => originFor(kind, before) !== originFor(kind, after));
    const described = vault.describe(id);
    if (moved.length > 0) {
      const forgotten = await vault.forget(id, moved);
      if (!forgotten.ok) return failure(notForgotten(forgotten.error));
    }
    const same = sameAddresses(before, after);
    await store.update({ ...before, ...after, found: same ? before.found : nothingFound }, same);
    // Emitted after the update, so that listeners ask the new service.
    if (!same) events.emit('account.moved', { accountId: id });
    await this.#credentials.saveAll({ ...before, ...after }, secrets);
    const given = secrets.map(({ kind }) => kind);
    const isOther = !same || anew.length > 0 || !isDeepStrictEqual(before.submitBy, after.submitBy);
    if (isOther) status.renew(id, [...moved, ...anew]);
    else status.changed();
    const held = { 'api-key': described.apiKey, 'access-token': described.accessToken };
    const lost = moved.filter((kind) => held[kind] !== null && !given.includes(kind));
    if (lost.length > 0) events.notice({ code: 'credentials-forgotten', accountName: after.name, kinds: lost });
    return success(null);
  }

  async #forgetCredentials({ id, name }: StoredAccount): Promise<Failure | null> {
    const { vault, events } = this.#parts;
    const forgotten = await vault.forget(id);
    if (forgotten.ok) return null;
    const { code } = forgotten.error;
    if (code === 'keychain-locked' || code === 'keychain-unanswering') return notForgotten(forgotten.error);
    const left = await vault.abandon(id);
    if (left.length > 0) events.notice({ code: 'left-in-keychain', accountName: name, entries: left });
    return null;
  }
}

function notForgotten(reason: Failure): Failure {
  return { ...reason, after: 'credentials-still-kept' };
}

/** The changes that the user was asked about, besides the address. */
type Wanted = { readonly name?: string; readonly submitBy?: SubmitBy };

/**
 * True if the account did not change while the user was asked, or changed only to the approved values. Other changes in
 * between stay: this approval does not cover them.
 */
function stillHolds(now: StoredAccount, known: StoredAccount, { name, submitBy }: Wanted): boolean {
  const isCalledSo = name === undefined || [known.name, name].includes(now.name);
  const paysSo =
    submitBy === undefined || [known.submitBy, submitBy].some((pays) => isDeepStrictEqual(now.submitBy, pays));
  return samePlace(now, known) && isCalledSo && paysSo;
}
