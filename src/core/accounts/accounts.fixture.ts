import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { AccountSettings, CredentialKind } from '../../shared/bridge/accounts.ts';
import type { Question } from '../../shared/bridge/ipc.ts';
import type { Notice } from '../../shared/notice.ts';
import { Consent } from '../consent.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { type Commit, GroupCommit, openDatabase } from '../storage/index.ts';
import { AccountStore } from './account-store.ts';
import { Accounts } from './accounts.ts';
import type { PastedSecrets } from './credential.ts';
import type { Keychain, KeychainFailure } from './keychain.ts';
import type { PracticeHost } from './practice-account.ts';
import { CredentialStore, Vault } from './vault.ts';

/** A note that an account gets other credentials or another address, with what was on disk when it was asked for. */
export type Leave = {
  readonly kinds: readonly CredentialKind[];
  readonly kept: readonly string[];
  readonly address: unknown;
};

/** For tests: accounts on a real database, with a keychain in memory that can be locked or missing. */
export type AccountFixture = {
  readonly accounts: Accounts;
  readonly events: RecordedEvents;
  readonly database: DatabaseSync;
  readonly commit: Commit;
  /** What the keychain holds, by entry. */
  readonly kept: Map<string, string>;
  /** Null: the keychain works. */
  readonly keychain: { failure: KeychainFailure | null; holdsReads: Promise<void> | null };
  readonly questions: Question[];
  /** What the person answers to questions; `not-yet`: nothing, until what asked goes back. */
  readonly person: { confirms: boolean | 'not-yet' };
  readonly notices: Notice[];
  /** Accounts whose requests were told to go elsewhere, one after the other. */
  readonly moves: string[];
  /** What was noted to be left, one after the other. */
  readonly leaves: Leave[];
  /** Whether what is sent now would count as sent before the last change. */
  readonly leaving: { isOn: boolean };
  /** Whether the disk refuses those notes, and what they wait for. */
  readonly disk: { isFull: boolean; holdsNotes: Promise<void> | null };
  /** Resolves at the next change that the window is told of. */
  readonly nextChange: () => Promise<void>;
  /** Closes and opens everything on the same database; the keychain stays. */
  readonly restart: () => Promise<AccountFixture>;
  readonly close: () => Promise<void>;
};

export const lockedKeychain: KeychainFailure = { code: 'keychain-locked' };
export const missingKeychain: KeychainFailure = { code: 'keychain-missing', values: { system: 'linux' } };

const practiceAnswer: PracticeHost = {
  url: () => 'http://127.0.0.1:9',
  nodeUrl: () => 'http://127.0.0.1:9/node',
  credentials: { apiKey: 'practice-key', accessToken: 'practice-token' },
  start: async () => undefined,
  close: async () => undefined,
};

type FixtureChanges = { readonly now?: () => number; readonly practice?: PracticeHost };

export async function openFixture(changes: FixtureChanges = {}): Promise<AccountFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-accounts-'));
  return openIn(folder, new Map(), changes);
}

async function openIn(folder: string, kept: Map<string, string>, changes: FixtureChanges) {
  const database = openDatabase(join(folder, 'dropslip.db'));
  const { commit } = new GroupCommit(database);
  const state: AccountFixture['keychain'] = { failure: null, holdsReads: null };
  const person: AccountFixture['person'] = { confirms: true };
  const questions: Question[] = [];
  const notices: Notice[] = [];
  const moves: string[] = [];
  const leaves: Leave[] = [];
  const leaving = { isOn: false };
  const disk: AccountFixture['disk'] = { isFull: false, holdsNotes: null };
  let waiting: (() => void)[] = [];
  const events = new RecordedEvents();
  events.answer('account.is-sending', () => false);
  events.answer('account.is-in-parts', () => false);
  events.answer('account.leaving', async ({ accountId, kinds }) => {
    await disk.holdsNotes;
    if (disk.isFull) throw new Error('database or disk is full');
    leaves.push({ kinds, kept: [...kept.values()], address: addressOf(database, accountId) });
    leaving.isOn = true;
    return () => {
      leaving.isOn = false;
    };
  });
  events.on('account.moved', ({ accountId }) => void moves.push(accountId));
  events.on('accounts.changed', () => {
    for (const resolve of waiting.splice(0)) resolve();
  });
  events.on('notice', ({ notice }) => void notices.push(notice));
  const consent = new Consent(async (question, withdrawn) => {
    questions.push(question);
    if (person.confirms !== 'not-yet') return person.confirms;
    await new Promise((resolve) => withdrawn?.addEventListener('abort', resolve));
    return false;
  });
  const accounts = await Accounts.open(
    new AccountStore(database, commit),
    new Vault(memoryKeychain(kept, state), new CredentialStore(database, commit)),
    changes.practice ?? practiceAnswer,
    consent,
    events,
    changes.now ?? Date.now,
    () => ({ Dropslip: 'test' }),
  );
  const stop = () => {
    accounts.close();
    database.close();
  };
  const fixture: AccountFixture = {
    accounts,
    events,
    database,
    commit,
    kept,
    keychain: state,
    questions,
    person,
    notices,
    moves,
    leaves,
    leaving,
    disk,
    nextChange: () => new Promise((resolve) => waiting.push(resolve)),
    restart: () => {
      stop();
      waiting = [];
      return openIn(folder, kept, changes);
    },
    close: async () => {
      stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return fixture;
}

function addressOf(database: DatabaseSync, accountId: string): unknown {
  return database.prepare('SELECT address FROM accounts WHERE id = ?').get(accountId)?.address;
}

function memoryKeychain(kept: Map<string, string>, state: AccountFixture['keychain']): Keychain {
  const answer = <Value>(make: () => Value) =>
    Promise.resolve(
      state.failure === null ? ({ ok: true, value: make() } as const) : ({ ok: false, error: state.failure } as const),
    );
  return {
    read: async (entry) => {
      await state.holdsReads;
      return answer(() => kept.get(entry) ?? null);
    },
    write: (entry, secret) =>
      answer(() => {
        kept.set(entry, secret);
        return null;
      }),
    remove: (entry) =>
      answer(() => {
        kept.delete(entry);
        return null;
      }),
  };
}

export function settingsFor(address: string, changes: Partial<AccountSettings> = {}): AccountSettings {
  return {
    name: 'My account',
    colour: 'blue',
    address,
    submitAddress: null,
    submitBy: { variant: 'api-key' },
    nodeAddress: null,
    appId: null,
    ...changes,
  };
}

export const secrets = { apiKey: 'canary-key-1234', accessToken: 'canary-token-5678' };

/** Adds an account with a person's yes. */
export async function addAccount(
  { accounts }: Pick<AccountFixture, 'accounts'>,
  settings: AccountSettings = settingsFor('https://service.example/core-api'),
  given: PastedSecrets = secrets,
): Promise<string> {
  return granted(await accounts.changes.add(settings, given)).accountId;
}

/** A token that says when it ends (epoch milliseconds). */
export function jwtUntil(end: number): string {
  return jwt({ exp: end / 1000 });
}

export function jwt(claims: object): string {
  const parts = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.canary-signature`;
}

/** The value of a call that must have succeeded. */
export function granted<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: object },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
