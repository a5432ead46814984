import { randomUUID } from 'node:crypto';
import type { AccountSettings, CredentialKind, SubmitBy } from '../../shared/accounts.ts';
import type { ConnectionReport } from '../../shared/connection-check.ts';
import { type Failure, failure, type Result, success } from '../../shared/failure.ts';
import type { AccountBook } from './account-book.ts';
import { type AccountStore, nothingFound, type StoredAccount } from './account-store.ts';
import { credentialKinds, type Vault } from './credentials/index.ts';
import { readSecret } from './credentials/secret-text.ts';
import type { ApproveOrigins } from './origin-approval.ts';
import { originFor, readSettings, sameAddresses } from './origins.ts';
import type { Reach } from './reach.ts';
import * as words from './sentences.ts';

/** What the outbox does for accounts. */
export type AccountQueue = {
  readonly isSending: (accountId: string) => boolean;
  /** Drops all that is held in memory for an account; its rows on disk go with the account. */
  readonly forget: (accountId: string) => void;
  /**
   * The account's requests go elsewhere from now on: what is being read of its old service must not be kept as the new
   * one's.
   */
  readonly moved: (accountId: string) => void;
  /** Looks for work: what held an account may be over. */
  readonly wake: () => void;
};

export type EditingParts = {
  readonly book: AccountBook;
  readonly store: AccountStore;
  readonly vault: Vault;
  readonly reach: Reach;
  readonly approve: ApproveOrigins;
  readonly queue: AccountQueue;
  readonly now: () => number;
  readonly notice: (tone: 'info' | 'warning', text: string) => void;
  /** Why an account's credentials live for this session only. */
  readonly onSessionOnly: (accountId: string, reason: string | null) => void;
};

/** Credentials as a person pasted them; null where none was. */
export type PastedSecrets = { readonly apiKey: string | null; readonly accessToken: string | null };

export type NewAccount = PastedSecrets & {
  readonly settings: AccountSettings;
  readonly report: ConnectionReport | null;
};

type ReadSecret = { readonly kind: CredentialKind; readonly secret: string };

const none: PastedSecrets = { apiKey: null, accessToken: null };

function readSecrets({ apiKey, accessToken }: PastedSecrets): Result<readonly ReadSecret[]> {
  const secrets: ReadSecret[] = [];
  for (const [kind, pasted] of [['api-key', apiKey] as const, ['access-token', accessToken] as const]) {
    const secret = pasted === null ? null : readSecret(kind, pasted);
    if (secret?.ok === false) return secret;
    if (secret !== null) secrets.push({ kind, secret: secret.value });
  }
  return success(secrets);
}

/** Everything that changes accounts and their credentials; one change after the other. */
export function createEditing(parts: EditingParts) {
  const { book, store, vault, reach, queue } = parts;
  let last: Promise<unknown> = Promise.resolve();

  /** A secret that is being saved for an address must not meet an edit of that address half-way. */
  const inTurn = <Value>(step: () => Promise<Value>): Promise<Value> => {
    const result = last.then(step);
    last = result.catch(() => null);
    return result;
  };

  const ownAccount = (id: string): Result<StoredAccount & { readonly address: string }> => {
    const account = book.find(id);
    if (account === null) return failure(words.unknownAccount);
    if (account.kind === 'practice' || account.address === null) return failure(words.practiceFixed);
    return success({ ...account, address: account.address });
  };

  async function save(
    account: StoredAccount & { readonly address: string },
    kind: CredentialKind,
    secret: string,
  ): Promise<Result<null>> {
    const saved = await vault.save(account, kind, secret);
    if (!saved.ok) return saved;
    parts.onSessionOnly(account.id, saved.value.kept === 'session' ? words.noKeychain() : null);
    return success(null);
  }

  /** A keychain that is locked does not stop it: the credentials then live for this session. */
  async function saveAll(
    account: StoredAccount & { readonly address: string },
    secrets: readonly ReadSecret[],
  ): Promise<void> {
    for (const { kind, secret } of secrets) {
      const saved = await save(account, kind, secret);
      if (saved.ok) continue;
      await vault.save(account, kind, secret, 'session');
      parts.onSessionOnly(account.id, saved.error.message);
    }
  }

  return {
    /** Makes an account. A keychain that is locked does not stop it: its credentials then live for this session. */
    async add({ settings, apiKey, accessToken, report }: NewAccount): Promise<Result<{ readonly accountId: string }>> {
      const read = readSettings(settings);
      if (!read.ok) return read;
      const secrets = readSecrets({ apiKey, accessToken });
      if (!secrets.ok) return secrets;
      const approved = await parts.approve(read.value);
      if (!approved.ok) return approved;
      return inTurn(async () => {
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
    async edit(accountId: string, settings: AccountSettings, pasted: PastedSecrets = none): Promise<Result<null>> {
      const read = readSettings(settings);
      if (!read.ok) return read;
      const secrets = readSecrets(pasted);
      if (!secrets.ok) return secrets;
      const known = ownAccount(accountId);
      if (!known.ok) return known;
      const approved = await parts.approve(read.value);
      if (!approved.ok) return approved;
      return inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        const before = account.value;
        const moved = credentialKinds.filter((kind) => originFor(kind, before) !== originFor(kind, read.value));
        const described = vault.describe(accountId);
        if (moved.length > 0) {
          const forgotten = await vault.forget(accountId, moved);
          if (!forgotten.ok) return failure(words.notForgotten(forgotten.error));
        }
        const same = sameAddresses(before, read.value);
        await store.update({ ...before, ...read.value, found: same ? before.found : nothingFound }, same);
        book.reload();
        // Only now: whatever asks from here on asks the new service.
        if (!same) queue.moved(accountId);
        await saveAll({ ...before, ...read.value }, secrets.value);
        const given = secrets.value.map(({ kind }) => kind);
        reach.forgetLessons(accountId, [...moved, ...given]);
        const held = { 'api-key': described.apiKey, 'access-token': described.accessToken };
        const lost = moved.filter((kind) => held[kind] !== null && !given.includes(kind));
        if (lost.length > 0) parts.notice('warning', words.forgottenWithAddress(read.value.name, lost));
        return success(null);
      });
    },

    setSubmitBy: (accountId: string, submitBy: SubmitBy): Promise<Result<null>> =>
      inTurn(async () => {
        const account = book.find(accountId);
        if (account === null) return failure(words.unknownAccount);
        await store.update({ ...account, submitBy });
        book.reload();
        reach.forgetLessons(accountId, []);
        return success(null);
      }),

    replaceCredential: (accountId: string, kind: CredentialKind, secret: string): Promise<Result<null>> =>
      inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        const saved = await save(account.value, kind, secret);
        if (saved.ok) reach.forgetLessons(accountId, [kind]);
        return saved;
      }),

    forgetCredential: (accountId: string, kind: CredentialKind): Promise<Result<null>> =>
      inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        const forgotten = await vault.forget(accountId, [kind]);
        reach.forgetLessons(accountId, [kind]);
        return forgotten.ok ? success(null) : failure(words.notForgotten(forgotten.error));
      }),

    /**
     * Takes an account away with everything that was kept for it. The keychain comes first: after a crash in between the
     * account is still there, without credentials, and can be removed again; no secret is left without an account.
     */
    remove: (accountId: string): Promise<Result<null>> =>
      inTurn(async () => {
        const account = ownAccount(accountId);
        if (!account.ok) return account;
        if (queue.isSending(accountId)) return failure(words.stillSending);
        book.detach(accountId);
        reach.changed();
        try {
          const refused = await forgetAll(account.value);
          if (refused !== null) return failure(refused);
          queue.forget(accountId);
          await store.remove(accountId);
          return success(null);
        } finally {
          book.reload();
          reach.changed();
        }
      }),
  };

  async function forgetAll({ id, name }: StoredAccount): Promise<Failure | null> {
    const forgotten = await vault.forget(id);
    if (forgotten.ok) return null;
    if (forgotten.error.code === 'keychain-locked') return words.notForgotten(forgotten.error);
    const left = await vault.abandon(id);
    if (left.length > 0) parts.notice('warning', words.leftInKeychain(name, left));
    return null;
  }
}
