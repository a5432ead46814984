import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AccountSettings, ConnectionReport, CredentialKind, SubmitBy } from '../../shared/bridge/accounts.ts';
import { type Failure, failure, type Result, success } from '../../shared/bridge/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { AccountBook } from './account-book.ts';
import { type AccountStore, nothingFound, type StoredAccount } from './account-store.ts';
import type { Approval, GivenSecret } from './approval.ts';
import { credentialKinds, type Vault } from './credentials/index.ts';
import { readSecret } from './credentials/secret-text.ts';
import { createLeaving, type KindsLeft } from './leaving.ts';
import { addressFor, originFor, readSettings, sameAddresses, samePlace } from './origins.ts';
import { nothingPasted, othersAmong, type PastedSecrets, readSecrets } from './pasted-secrets.ts';
import type { Reach } from './reach.ts';
import * as words from './sentences.ts';

export type EditingParts = {
  readonly book: AccountBook;
  readonly store: AccountStore;
  readonly vault: Vault;
  readonly reach: Reach;
  readonly approval: Approval;
  readonly events: DomainEvents;
  readonly now: () => number;
  /** Why an account's credentials live for this session only. */
  readonly onSessionOnly: (accountId: string, reason: string | null) => void;
};

export type NewAccount = PastedSecrets & {
  readonly settings: AccountSettings;
  readonly report: ConnectionReport | null;
};

/** Of two tokens of one user a page could put one in the place of the other for ever, and void what is learnt of either. */
const UNASKED_EVERY_MS = 60_000;

type OwnAccount = StoredAccount & { readonly address: string };

/** `anew`: of these credentials nothing holds any more that was learnt of those before them. */
type Approved = { readonly left: KindsLeft; readonly anew: readonly CredentialKind[] };

/** Everything that changes accounts and their credentials; one change after the other. */
export function createEditing(parts: EditingParts) {
  const { book, store, vault, reach, events, approval } = parts;
  const leaving = createLeaving(vault, events);
  /** When a credential last took another's place without a question, because it is the same user's (epoch milliseconds). */
  const unaskedAt = new Map<string, number>();
  let last: Promise<unknown> = Promise.resolve();

  /** A secret that is being saved for an address must not meet an edit of that address half-way. */
  const inTurn = <Value>(step: () => Promise<Value>): Promise<Value> => {
    const result = last.then(step);
    last = result.catch(() => null);
    return result;
  };

  const isSending = (accountId: string): boolean => events.ask('account.is-sending', { accountId }).includes(true);

  const ownAccount = (id: string): Result<OwnAccount> => {
    const account = book.find(id);
    if (account === null) return failure(words.unknownAccount);
    if (account.kind === 'practice' || account.address === null) return failure(words.practiceFixed);
    return success({ ...account, address: account.address });
  };

  /**
   * What may be another user's than before is put to the person; a token of the same user, that its service takes, is not.
   * What is held may be another by the turn: only what they said yes to is kept then.
   */
  async function approveSecrets(account: OwnAccount, secrets: readonly GivenSecret[]): Promise<Result<Approved>> {
    const look = othersAmong(vault, account, secrets);
    const others = await look();
    const { isRefused, isWarned } = reach.learnt(account.id);
    const given: GivenSecret[] = [];
    const anew: CredentialKind[] = [];
    for (const secret of secrets) {
      const held = await vault.read(account.id, secret.kind);
      const isHeld = held.ok && held.value === secret.secret;
      // Of the one that is held all stands that was learnt of it, unless a person wants it tried once more.
      const isAnew = !isHeld || isWarned || isRefused;
      if (isAnew) anew.push(secret.kind);
      // Nothing is awaited between this and what is noted below: of many calls at once one goes unasked.
      const before = unaskedAt.get(account.id) ?? Number.NEGATIVE_INFINITY;
      const isSoon = Math.abs(parts.now() - before) < UNASKED_EVERY_MS;
      if (others.includes(secret.kind) || isWarned || (isAnew && (isHeld || isSoon))) given.push(secret);
      else if (isAnew) unaskedAt.set(account.id, parts.now());
    }
    const approved = given.length === 0 ? success(null) : await approval.toUse(account, given);
    if (!approved.ok) return approved;
    const left: KindsLeft = async () => {
      const now = await look();
      return now.every((kind) => others.includes(kind)) ? success(now) : failure(words.changedMeanwhile);
    };
    return success({ left, anew });
  }

  async function approveMove(
    account: OwnAccount,
    to: AccountSettings,
    secrets: readonly GivenSecret[],
  ): Promise<Result<Approved>> {
    const approved = await approval.toMove(account, to, secrets);
    if (!approved.ok) return approved;
    const look = sameAddresses(account, to) ? othersAmong(vault, account, secrets) : async () => credentialKinds;
    return success({ left: async () => success(await look()), anew: secrets.map(({ kind }) => kind) });
  }

  /** The practice account pays with nothing. */
  async function approvePaying(account: StoredAccount, submitBy: SubmitBy): Promise<Result<null>> {
    const isSame = account.isDamaged !== true && isDeepStrictEqual(account.submitBy, submitBy);
    return isSame || account.kind === 'practice' ? success(null) : approval.toPayBy(account, submitBy);
  }

  /** In its turn an account may be called by another name than when the person was asked, or was not; that is not undone. */
  const mayBeCalled = (name: string, now: StoredAccount, known: StoredAccount): boolean =>
    [known.name, name].includes(now.name);

  /** In its turn an account may pay by something else than when the person was asked, or was not; that is not undone. */
  const mayPayBy = (submitBy: SubmitBy, now: StoredAccount, known: StoredAccount): boolean =>
    [known.submitBy, submitBy].some((pays) => isDeepStrictEqual(now.submitBy, pays));

  async function save(account: OwnAccount, kind: CredentialKind, secret: string): Promise<Result<null>> {
    const saved = await vault.save({ ...account, address: addressFor(kind, account) }, kind, secret);
    if (!saved.ok) return saved;
    parts.onSessionOnly(account.id, saved.value.kept === 'session' ? words.noKeychain() : null);
    return success(null);
  }

  /** A keychain that is locked does not stop it: the credentials then live for this session. */
  async function saveAll(account: OwnAccount, secrets: readonly GivenSecret[]): Promise<void> {
    for (const { kind, secret } of secrets) {
      const saved = await save(account, kind, secret);
      if (saved.ok) continue;
      await vault.save(account, kind, secret, 'session');
      parts.onSessionOnly(account.id, saved.error.message);
    }
  }

  async function change(
    before: StoredAccount,
    after: AccountSettings,
    secrets: readonly GivenSecret[],
    anew: readonly CredentialKind[],
  ): Promise<Result<null>> {
    const { id } = before;
    const moved = credentialKinds.filter((kind) => originFor(kind, before) !== originFor(kind, after));
    const described = vault.describe(id);
    if (moved.length > 0) {
      const forgotten = await vault.forget(id, moved);
      if (!forgotten.ok) return failure(words.notForgotten(forgotten.error));
    }
    const same = sameAddresses(before, after);
    await store.update({ ...before, ...after, found: same ? before.found : nothingFound }, same);
    book.reload();
    // Only now: whatever asks from here on asks the new service.
    if (!same) events.emit('account.moved', { accountId: id });
    await saveAll({ ...before, ...after }, secrets);
    const given = secrets.map(({ kind }) => kind);
    const isOther = !same || anew.length > 0 || !isDeepStrictEqual(before.submitBy, after.submitBy);
    if (isOther) reach.forgetLessons(id, [...moved, ...anew]);
    else reach.changed();
    const held = { 'api-key': described.apiKey, 'access-token': described.accessToken };
    const lost = moved.filter((kind) => held[kind] !== null && !given.includes(kind));
    if (lost.length > 0) events.notice('warning', words.forgottenWithAddress(after.name, lost));
    return success(null);
  }

  return {
    /** Makes an account. A keychain that is locked does not stop it: its credentials then live for this session. */
    async add({ settings, apiKey, accessToken, report }: NewAccount): Promise<Result<{ readonly accountId: string }>> {
      const read = readSettings(settings);
      if (!read.ok) return read;
      const secrets = readSecrets({ apiKey, accessToken });
      if (!secrets.ok) return secrets;
      if (book.all().length >= words.MOST_ACCOUNTS) return failure(words.tooManyAccounts);
      const approved = await approval.toAdd(read.value, read.value.name, secrets.value);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        // Others may have been added while the person was asked.
        if (book.all().length >= words.MOST_ACCOUNTS) return failure(words.tooManyAccounts);
        const id = randomUUID();
        const seen = report !== null && sameAddresses(report, read.value) ? report : null;
        const account = { ...read.value, id, kind: 'service', found: seen?.found ?? nothingFound } as const;
        await store.add(account, new Date(parts.now()).toISOString());
        if (seen !== null) await store.putReport(id, seen);
        book.reload();
        await saveAll(account, secrets.value);
        reach.forgetLessons(id, credentialKinds);
        return success({ accountId: id });
      });
    },

    /**
     * Changes an account. Each credential whose origin changes is forgotten first, so it can never go to the new one;
     * what was pasted for the new one takes its place in the same step.
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
      const known = ownAccount(accountId);
      if (!known.ok) return known;
      const moves = !samePlace(known.value, read.value);
      const approved = moves
        ? await approveMove(known.value, read.value, secrets.value)
        : await approveSecrets(known.value, secrets.value);
      if (!approved.ok) return approved;
      const { name, submitBy } = read.value;
      const named = name === known.value.name ? success(null) : await approval.toRename(known.value, name);
      if (!named.ok) return named;
      const paying = await approvePaying(known.value, submitBy);
      if (!paying.ok) return paying;
      return inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        const before = account.value;
        const mayChange = mayBeCalled(name, before, known.value) && mayPayBy(submitBy, before, known.value);
        if (!samePlace(before, known.value) || !mayChange) {
          return failure(words.changedMeanwhile);
        }
        const { left, anew } = approved.value;
        return leaving(accountId, left, () => change(before, read.value, secrets.value, anew));
      });
    },

    async setSubmitBy(accountId: string, submitBy: SubmitBy): Promise<Result<null>> {
      const known = book.find(accountId);
      if (known === null) return failure(words.unknownAccount);
      const approved = await approvePaying(known, submitBy);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        const account = book.find(accountId);
        if (account === null) return failure(words.unknownAccount);
        if (!samePlace(account, known) || !mayPayBy(submitBy, account, known)) return failure(words.changedMeanwhile);
        const isOther = !isDeepStrictEqual(account.submitBy, submitBy);
        if (!isOther && account.isDamaged !== true) return success(null);
        await store.update({ ...account, submitBy });
        book.reload();
        if (isOther) reach.forgetLessons(accountId, []);
        else reach.changed();
        return success(null);
      });
    },

    async replaceCredential(accountId: string, kind: CredentialKind, secret: string): Promise<Result<null>> {
      const known = ownAccount(accountId);
      if (!known.ok) return known;
      const read = readSecret(kind, secret);
      if (!read.ok) return read;
      const approved = await approveSecrets(known.value, [{ kind, secret: read.value }]);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        if (!samePlace(account.value, known.value)) return failure(words.changedMeanwhile);
        const { left, anew } = approved.value;
        return leaving(accountId, left, async () => {
          const saved = await save(account.value, kind, read.value);
          if (saved.ok && anew.length > 0) reach.forgetLessons(accountId, anew);
          else if (saved.ok) reach.changed();
          return saved;
        });
      });
    },

    async forgetCredential(accountId: string, kind: CredentialKind): Promise<Result<null>> {
      const known = ownAccount(accountId);
      if (!known.ok) return known;
      const approved = await approval.toForget(known.value, kind);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        if (!samePlace(account.value, known.value)) return failure(words.changedMeanwhile);
        const forgotten = await vault.forget(accountId, [kind]);
        reach.forgetLessons(accountId, [kind]);
        return forgotten.ok ? success(null) : failure(words.notForgotten(forgotten.error));
      });
    },

    /**
     * Takes an account away with everything that was kept for it. The keychain comes first: after a crash in between the
     * account is still there, without credentials, and can be removed again; no secret is left without an account.
     */
    async remove(accountId: string): Promise<Result<null>> {
      const known = ownAccount(accountId);
      if (!known.ok) return known;
      if (isSending(accountId)) return failure(words.stillSending);
      const { apiKey, accessToken } = vault.describe(accountId);
      const held = credentialKinds.filter((kind) => (kind === 'api-key' ? apiKey : accessToken) !== null);
      const approved = await approval.toRemove(known.value, held);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        if (isSending(accountId)) return failure(words.stillSending);
        book.detach(accountId);
        reach.changed();
        try {
          const refused = await forgetAll(account.value);
          if (refused !== null) return failure(refused);
          events.emit('account.removed', { accountId });
          await store.remove(accountId);
          return success(null);
        } finally {
          book.reload();
          reach.changed();
        }
      });
    },
  };

  async function forgetAll({ id, name }: StoredAccount): Promise<Failure | null> {
    const forgotten = await vault.forget(id);
    if (forgotten.ok) return null;
    if (forgotten.error.code === 'keychain-locked') return words.notForgotten(forgotten.error);
    const left = await vault.abandon(id);
    if (left.length > 0) events.notice('warning', words.leftInKeychain(name, left));
    return null;
  }
}
