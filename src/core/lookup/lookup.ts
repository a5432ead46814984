import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import {
  type KeptSubmission,
  MATCHES_SHOWN,
  type RecentLookup,
  type SearchAnswer,
} from '../../shared/bridge/lookup.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { LONGEST_REMEMBERED, type LookupKeys } from '../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Records } from '../records/index.ts';
import { type Reach, secretKindIn } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import type { SubmissionLocator } from '../submissions/index.ts';
import type { Asking } from './asking.ts';
import type { FileLookup } from './file-lookup.ts';
import type { Kept } from './kept.ts';
import { PastedLists } from './pasted-lists.ts';

const KEPT = 50;

const recentRow: z.ZodType<RecentLookup> = z.object({
  id: z.number(),
  text: z.string(),
  at: z.string(),
});

/** The recent look-ups. Each text is listed once. */
export class RecentLookups {
  readonly #commit: Commit;
  readonly #connection: Reach;
  readonly #now: () => number;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;
  readonly #trim: StatementSync;
  readonly #select: StatementSync;
  readonly #clear: StatementSync;

  constructor(database: DatabaseSync, commit: Commit, connection: Reach, now: () => number) {
    this.#commit = commit;
    this.#connection = connection;
    this.#now = now;
    this.#remove = database.prepare('DELETE FROM lookup_recent WHERE text = ?');
    this.#insert = database.prepare('INSERT INTO lookup_recent (account_id, text, at) VALUES (?, ?, ?)');
    this.#trim = database.prepare(
      `DELETE FROM lookup_recent WHERE id NOT IN (SELECT id FROM lookup_recent ORDER BY id DESC LIMIT ${KEPT})`,
    );
    this.#select = database.prepare(
      `SELECT id, text, at FROM lookup_recent WHERE length(text) <= ${LONGEST_REMEMBERED} ORDER BY id DESC`,
    );
    this.#clear = database.prepare('DELETE FROM lookup_recent');
  }

  list(): RecentLookup[] {
    return this.#select.all().map((row) => recentRow.parse(row));
  }

  /** Does not store a pasted key or token. */
  async remember(accountId: string, text: string): Promise<void> {
    const to = await this.#connection(accountId);
    if (to !== null && (await secretKindIn(to, text)) !== null) return;
    await this.#commit(() => {
      this.#remove.run(text);
      this.#insert.run(accountId, text, new Date(this.#now()).toISOString());
      this.#trim.run();
    });
  }

  clear(): Promise<void> {
    return this.#commit(() => {
      this.#clear.run();
    });
  }
}

type Asked = { readonly accountId: string; readonly abort: AbortController };

/** Finds submissions: on this computer by any of their keys, and at the service by id. */
export class Lookup {
  readonly #kept: Kept;
  readonly #locator: SubmissionLocator;
  readonly #records: Records;
  /**
   * Remembers which services offer look-ups with an API key. Call `forgetAll` after the keys or the address of an
   * account have changed.
   */
  readonly asking: Asking;
  readonly lists: PastedLists;
  /** Requests in progress, by submission id. */
  readonly #asked = new Map<string, Asked>();

  constructor(kept: Kept, asking: Asking, locator: SubmissionLocator, records: Records, events: DomainEvents) {
    this.#kept = kept;
    this.asking = asking;
    this.#locator = locator;
    this.#records = records;
    this.lists = new PastedLists(asking, kept, records, locator, events);
  }

  /** Loads the search data, so that the first search is fast. */
  prepare(): Promise<void> {
    return this.#records.prepareSearch();
  }

  async search(keys: LookupKeys): Promise<Result<SearchAnswer>> {
    const found = await this.#records.find(keys, MATCHES_SHOWN + 1);
    if (!found.ok) return found;
    const hits = found.value;
    const matches = hits.slice(0, MATCHES_SHOWN).flatMap((hit) => this.#kept.match(hit) ?? []);
    return success({ matches, more: hits.length > MATCHES_SHOWN, areSimilar: hits[0]?.isSimilar === true });
  }

  /** The submission of the account, or else of another account that has the id. */
  kept(accountId: string, submissionId: string): KeptSubmission {
    const found = this.#locator.find(submissionId, (one) => one.accountId === accountId);
    const { accountId: owner, submissionId: id } = found ?? { accountId, submissionId };
    return this.#kept.submission(owner, id);
  }

  async ask(
    accountId: string,
    submissionId: string,
  ): Promise<Result<{ readonly record: SubmissionRecord; readonly cost: Cost | null }>> {
    this.#asked.get(submissionId)?.abort.abort();
    const mine: Asked = { accountId, abort: new AbortController() };
    this.#asked.set(submissionId, mine);
    const { signal } = mine.abort;
    const answer = await this.asking.ask(accountId, submissionId, { urgency: 'user', signal });
    if (this.#asked.get(submissionId) === mine) this.#asked.delete(submissionId);
    if (!answer.ok) return failure(answer.error);
    const record = answer.value;
    // The record is shown even if it cannot be stored.
    await this.#records.put(accountId, [record]);
    const { submission } = this.#kept.submission(accountId, record.id);
    return success({ record, cost: await this.#kept.costOf(accountId, record, submission) });
  }

  cancelAsk(submissionId: string): void {
    this.#asked.get(submissionId)?.abort.abort();
  }

  /** Call when the account uses another service. Aborts requests to the old one. */
  moved(accountId: string): void {
    for (const asked of this.#asked.values()) if (asked.accountId === accountId) asked.abort.abort();
    this.lists.cancelOf(accountId);
    this.asking.forget(accountId);
  }

  forgetAccount(accountId: string): void {
    this.asking.forget(accountId);
  }

  close(): void {
    for (const { abort } of this.#asked.values()) abort.abort();
    this.lists.close();
  }
}

export function lookupHandlers(
  lookup: Lookup,
  recentLookups: RecentLookups,
  fileLookup: FileLookup,
): Handlers<'lookup'> {
  return {
    'lookup.search': (keys) => lookup.search(keys),
    'lookup.prepare': () => lookup.prepare(),
    'lookup.kept': ({ accountId, submissionId }) => success(lookup.kept(accountId, submissionId)),
    'lookup.ask': ({ accountId, submissionId }) => lookup.ask(accountId, submissionId),
    'lookup.cancelAsk': ({ submissionId }) => lookup.cancelAsk(submissionId),
    'lookup.cancelFile': ({ lookupId }) => fileLookup.cancel(lookupId),
    'lookup.startList': (list) => lookup.lists.start(list),
    'lookup.cancelList': ({ listId }) => lookup.lists.cancel(listId),
    'lookup.recent': () => success(recentLookups.list()),
    'lookup.remember': ({ accountId, text }) => recentLookups.remember(accountId, text),
    'lookup.clearRecent': () => recentLookups.clear(),
    'lookup.file': async ({ lookupId, paths: [path = ''] }) => fileLookup.find(lookupId, path),
  };
}
