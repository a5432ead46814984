import type { CredentialKind, CredentialNote, SubmitBy } from '../../shared/bridge/accounts.ts';
import type { Failure } from '../../shared/bridge/failure.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Connection, Credentials } from '../service/index.ts';
import { type AccountStore, type AccountWarning, accountWarnings, type StoredAccount } from './account-store.ts';
import type { Vault } from './credentials/index.ts';
import type { Addresses } from './origins.ts';
import type { PracticeHost } from './practice-account.ts';
import { createSecretReader } from './secrets.ts';
import { nextChange, type Trouble, troubleOf } from './trouble.ts';

export type Destination = { readonly connection: Connection; readonly submitBy: SubmitBy };

export type ReachParts = {
  readonly all: () => readonly StoredAccount[];
  readonly find: (accountId: string) => StoredAccount | null;
  readonly warnings: Pick<AccountStore, 'hasWarning' | 'setWarning'>;
  readonly practice: PracticeHost;
  readonly vault: Vault;
  readonly now: () => number;
  readonly events: Pick<DomainEvents, 'emit'>;
};

/** What this session has learnt of an account. `revision` counts what makes earlier lessons void. */
type Lessons = {
  revision: number;
  readonly refused: Set<CredentialKind>;
  /** Kept on disk too. */
  readonly warnings: Set<AccountWarning>;
  /** When each was last taken back without a person's yes (epoch milliseconds). */
  readonly takenBackAt: Map<CredentialKind | AccountWarning, number>;
  keychain: Failure | null;
  keychainTimer: NodeJS.Timeout | null;
  keychainWaitMs: number;
};

const FIRST_KEYCHAIN_WAIT_MS = 30_000;
const LONGEST_KEYCHAIN_WAIT_MS = 10 * 60_000;
/**
 * What stopped an account is taken back without a yes no more often than this (milliseconds): a page can ask for it as
 * often as it likes, and what is then learnt anew costs a file that is sent in vain.
 */
const TAKEN_BACK_EVERY_MS = 10_000;
/** How soon (milliseconds) it is noticed that the clock was set. */
const CLOCK_LOOK_MS = 60_000;

export type Reach = ReturnType<typeof createReach>;

/** How to reach each account now, and what keeps it from being reached. */
export function createReach(parts: ReachParts) {
  const { find, practice, vault, now } = parts;
  const lessons = new Map<string, Lessons>();
  const destinations = new Map<string, { readonly value: Destination | null; readonly until: number }>();
  const revisions = new WeakMap<Connection, number>();
  let expiryTimer: NodeJS.Timeout | null = null;
  let closed = false;
  const secrets = createSecretReader({ find, vault, practice, onKeychain });

  const lessonsOf = (accountId: string): Lessons => {
    const known = lessons.get(accountId);
    if (known !== undefined) return known;
    const none = { revision: 0, refused: new Set<CredentialKind>(), keychain: null, keychainTimer: null };
    const warnings = new Set(accountWarnings.filter((warning) => parts.warnings.hasWarning(accountId, warning)));
    const made: Lessons = { ...none, warnings, takenBackAt: new Map(), keychainWaitMs: FIRST_KEYCHAIN_WAIT_MS };
    lessons.set(accountId, made);
    return made;
  };

  function notes(accountId: string): { apiKey: CredentialNote | null; accessToken: CredentialNote | null } {
    const { apiKey, accessToken } = vault.describe(accountId);
    return { apiKey: apiKey === null ? null : { ...apiKey, expiresAt: null }, accessToken };
  }

  function trouble(account: StoredAccount): Trouble | null {
    const { refused, warnings, keychain } = lessonsOf(account.id);
    const made = { lastFour: '', expiresAt: null };
    const held = account.kind === 'practice' ? { apiKey: made, accessToken: made } : notes(account.id);
    const signs = { needed: account.submitBy.variant, ...held, refused, warnings, keychain };
    return troubleOf({ ...signs, isDamaged: account.isDamaged === true }, now());
  }

  function connect(account: StoredAccount): Connection | null {
    const address = account.kind === 'practice' ? practice.url() : account.address;
    if (address === null || account.isDamaged === true) return null;
    const target: Addresses = { address, submitAddress: account.submitAddress };
    const connection: Connection = {
      baseUrl: address,
      submitBaseUrl: account.submitAddress,
      paths: {
        userFamily: null,
        requestFunds: account.requestFundsPath ?? account.found.requestFunds,
        tokenMap: account.tokenMapPath ?? account.found.tokenMap,
      },
      credentials: () => secrets(account.id, target),
      // The practice account's are made anew at every start, and nobody can enter others.
      ...(account.kind === 'service' ? { onSecretEchoed: () => warn('secret-echoed') } : {}),
      listsRest: () => lessonsOf(account.id).warnings.has('lists-rest'),
      onListCrash: () => warn('lists-rest'),
    };
    // What came of credentials or an address that were replaced meanwhile says nothing of those that are there now.
    const warn = (warning: AccountWarning): void => {
      if (revisions.get(connection) === lessonsOf(account.id).revision) setWarning(account.id, warning, true);
    };
    revisions.set(connection, lessonsOf(account.id).revision);
    return connection;
  }

  function setWarning(accountId: string, warning: AccountWarning, holds: boolean): void {
    const { warnings } = lessonsOf(accountId);
    if (warnings.has(warning) === holds || find(accountId) === null) return;
    if (holds) warnings.add(warning);
    else warnings.delete(warning);
    // Where the disk does not take it, it holds for as long as the app runs.
    parts.warnings.setWarning(accountId, warning, holds).catch(() => undefined);
    changed();
  }

  function mayTakeBack(accountId: string, what: CredentialKind | AccountWarning): boolean {
    const { takenBackAt } = lessonsOf(accountId);
    const last = takenBackAt.get(what);
    if (last !== undefined && Math.abs(now() - last) < TAKEN_BACK_EVERY_MS) return false;
    takenBackAt.set(what, now());
    return true;
  }

  /** Something about an account is different: what was derived from it is void. */
  function changed(): void {
    destinations.clear();
    armExpiry();
    parts.events.emit('accounts.changed', {});
  }

  function armExpiry(): void {
    if (expiryTimer !== null) clearTimeout(expiryTimer);
    expiryTimer = null;
    const ends = parts.all().flatMap(({ id }) => notes(id).accessToken?.expiresAt ?? []);
    if (closed || ends.length === 0) return;
    const wait = (seenAt: number): void => {
      const next = Math.min(...ends.map((end) => nextChange(end, seenAt)));
      expiryTimer = setTimeout(
        () => {
          const at = now();
          // A timer may be up a moment before the clock is, and nothing has changed then. What has ended has not where the
          // clock was set back.
          if (at >= seenAt && at < next) wait(at);
          else changed();
        },
        Math.min(Math.max(next - seenAt, 1), CLOCK_LOOK_MS),
      );
    };
    wait(now());
  }

  function onKeychain(accountId: string, failure: Failure | null): void {
    const learnt = lessonsOf(accountId);
    if (failure === null && learnt.keychain === null) return;
    const same = learnt.keychain?.code === failure?.code;
    learnt.keychain = failure;
    if (learnt.keychainTimer !== null) clearTimeout(learnt.keychainTimer);
    learnt.keychainTimer = null;
    if (failure === null) {
      learnt.keychainWaitMs = FIRST_KEYCHAIN_WAIT_MS;
    } else if (!closed) {
      // The system asks the person each time, so not too often.
      learnt.keychainTimer = setTimeout(() => void lookAgain(accountId), learnt.keychainWaitMs);
      learnt.keychainWaitMs = Math.min(learnt.keychainWaitMs * 2, LONGEST_KEYCHAIN_WAIT_MS);
    }
    if (!same) changed();
  }

  /** Asks the keychain without any request, which also sets right what the database says of its content. */
  async function lookAgain(accountId: string): Promise<void> {
    if (find(accountId) === null || closed) return;
    const before = JSON.stringify(notes(accountId));
    for (const kind of ['api-key', 'access-token'] as const) {
      const read = await vault.read(accountId, kind);
      if (read.ok) continue;
      onKeychain(accountId, read.error);
      return;
    }
    onKeychain(accountId, null);
    if (JSON.stringify(notes(accountId)) !== before) changed();
  }

  armExpiry();
  // After a crash between keychain and database the note of a secret may be missing while the secret is there.
  for (const { id, kind } of parts.all()) {
    const { apiKey, accessToken } = notes(id);
    if (kind === 'service' && (apiKey === null || accessToken === null)) void lookAgain(id);
  }

  return {
    notes,
    trouble,
    changed,
    lookAgain,

    /** How to reach an account whatever troubles it; null while its practice service starts, or when it is unknown. */
    connection(accountId: string): Connection | null {
      const account = find(accountId);
      return account === null ? null : connect(account);
    },

    /** Where and how to submit for an account now; null while something keeps it from submitting. */
    destination(accountId: string): Destination | null {
      const known = destinations.get(accountId);
      if (known !== undefined && known.until > now()) return known.value;
      const account = find(accountId);
      if (account === null) return null;
      const connection = trouble(account)?.blocks === true ? null : connect(account);
      const value = connection === null ? null : { connection, submitBy: account.submitBy };
      const until = nextChange(notes(accountId).accessToken?.expiresAt ?? null, now());
      // The practice service can be up the next time without anybody having said so.
      if (connection !== null || account.kind === 'service') destinations.set(accountId, { value, until });
      return value;
    },

    /** The secrets for requests to `target`, read now. */
    secrets: (accountId: string, target: Addresses): Promise<Credentials> => secrets(accountId, target),

    /**
     * A request over `connection` failed for want of a credential that the service takes. The account's submissions wait
     * until a person has acted. A word about a credential that was replaced meanwhile counts for nothing.
     */
    onTrouble(accountId: string, code: 'unauthorised' | 'credential-missing', connection: Connection): void {
      const account = find(accountId);
      const learnt = lessonsOf(accountId);
      if (account === null || revisions.get(connection) !== learnt.revision) return;
      // Where the keychain is to blame, that is known already.
      if (code === 'credential-missing' && learnt.keychain !== null) return;
      learnt.refused.add(account.submitBy.variant);
      changed();
    },

    /** What a check found out about a credential as it is kept. */
    onVerdict(accountId: string, kind: CredentialKind, accepted: boolean): void {
      const { refused } = lessonsOf(accountId);
      if (refused.has(kind) !== accepted || (accepted && !mayTakeBack(accountId, kind))) return;
      if (accepted) refused.delete(kind);
      else refused.add(kind);
      changed();
    },

    /** Another one from each time on that an account's credentials or addresses are replaced. */
    revision: (accountId: string): number => lessonsOf(accountId).revision,

    /** What was learnt that keeps the account from being used as it is. */
    learnt(accountId: string): { readonly isRefused: boolean; readonly isWarned: boolean } {
      const { refused, warnings } = lessonsOf(accountId);
      return { isRefused: refused.size > 0, isWarned: warnings.size > 0 };
    },

    /** A person asks for the account's lists again. */
    readListsAgain(accountId: string): void {
      const isResting = lessonsOf(accountId).warnings.has('lists-rest');
      if (isResting && mayTakeBack(accountId, 'lists-rest')) setWarning(accountId, 'lists-rest', false);
    },

    /** An account's credentials or addresses were replaced: what was learnt of the old ones no longer holds. */
    forgetLessons(accountId: string, kinds: readonly CredentialKind[]): void {
      const learnt = lessonsOf(accountId);
      learnt.revision += 1;
      learnt.keychain = null;
      for (const kind of kinds) learnt.refused.delete(kind);
      if (kinds.length > 0) for (const warning of accountWarnings) setWarning(accountId, warning, false);
      changed();
    },

    close(): void {
      closed = true;
      if (expiryTimer !== null) clearTimeout(expiryTimer);
      for (const { keychainTimer } of lessons.values()) if (keychainTimer !== null) clearTimeout(keychainTimer);
    },
  };
}
