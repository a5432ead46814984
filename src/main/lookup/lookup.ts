import type { DatabaseSync } from 'node:sqlite';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import {
  type FileAnswer,
  type KeptSubmission,
  type LookupKeys,
  MATCHES_SHOWN,
  type SearchAnswer,
} from '../../shared/bridge/lookup.ts';
import type { Cost } from '../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { Tokens } from '../balances/index.ts';
import type { Digests } from '../digests/index.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { FileThreads } from '../files/index.ts';
import type { Records } from '../records/index.ts';
import type { Connection } from '../service/index.ts';
import type { Commit } from '../storage/index.ts';
import type { SubmissionQueries } from '../submissions/index.ts';
import { Asking } from './asking.ts';
import { createFileLookup } from './file-lookup.ts';
import { createKept } from './kept.ts';
import { createLists } from './lists.ts';
import { createRecent } from './recent.ts';
import { createWatches } from './watches.ts';

export type LookupParts = {
  readonly database: DatabaseSync;
  readonly commit: Commit;
  readonly submissions: Pick<SubmissionQueries, 'find' | 'withReceipt'>;
  readonly records: Records;
  readonly tokens: Tokens;
  readonly files: FileThreads;
  readonly digests: Digests;
  readonly connection: (accountId: string) => Connection | null;
  readonly isSending: (accountId: string) => boolean;
  readonly now: () => number;
  readonly events: DomainEvents;
  /** How long a watched submission is waited for before the first look, milliseconds. */
  readonly firstLookMs?: number;
  /** For how long the service may not know what is watched, milliseconds. */
  readonly unknownForMs?: number;
};

export type Lookup = ReturnType<typeof createLookup>;

/** Finds submissions: in what is kept here by any of their keys, at the service by id. */
export function createLookup(parts: LookupParts) {
  const { database, commit, records, tokens, connection, now, events } = parts;
  const kept = createKept(parts.submissions, records, tokens);
  const asking = new Asking({ connection, isSending: parts.isSending, now });
  const lists = createLists({ asking, kept, records, events });
  const watches = createWatches({
    ...{ database, commit, now, asking, kept, records, events },
    ...(parts.firstLookMs === undefined ? {} : { firstLookMs: parts.firstLookMs }),
    ...(parts.unknownForMs === undefined ? {} : { unknownForMs: parts.unknownForMs }),
  });
  const recent = createRecent(database, commit, now);
  const fileLookup = createFileLookup({ files: parts.files, digests: parts.digests, records, kept, events });
  const asks = new Map<string, { readonly accountId: string; readonly abort: AbortController }>();

  return {
    /** Reads what there is to be searched, so that the first search need not wait for it. */
    prepare: (): Promise<void> => records.prepareSearch(),

    async search(keys: LookupKeys): Promise<SearchAnswer> {
      const hits = await records.find(keys, MATCHES_SHOWN + 1);
      const matches = hits.slice(0, MATCHES_SHOWN).flatMap((hit) => kept.match(hit, keys) ?? []);
      return { matches, more: hits.length > MATCHES_SHOWN };
    },

    kept: (accountId: string, submissionId: string): KeptSubmission => ({
      ...kept.submission(accountId, submissionId),
      watched: watches.has(accountId, submissionId),
    }),

    async ask(
      accountId: string,
      submissionId: string,
    ): Promise<Result<{ readonly record: SubmissionRecord; readonly cost: Cost | null }>> {
      asks.get(submissionId)?.abort.abort();
      const abort = new AbortController();
      const mine = { accountId, abort };
      asks.set(submissionId, mine);
      const onWaiting = (until: number | null): void => {
        if (until !== null) events.emit('lookup.waiting', { submissionId, until: new Date(until).toISOString() });
      };
      const answer = await asking.ask(accountId, submissionId, { urgency: 'person', signal: abort.signal, onWaiting });
      if (asks.get(submissionId) === mine) asks.delete(submissionId);
      if (!answer.ok) return failure(answer.error);
      const record = answer.value;
      // What cannot be kept now is shown all the same.
      await records.put(accountId, [record]).catch(() => undefined);
      const local = kept.costOf(accountId, record, kept.submission(accountId, submissionId).submission);
      const to = connection(accountId);
      const known = local === null || local.decimals !== null || to === null;
      const cost = known ? local : await tokens.costOf(accountId, to, record);
      return success({ record, cost });
    },
    cancelAsk: (submissionId: string): void => asks.get(submissionId)?.abort.abort(),

    file: (lookupId: string, path: string): Promise<Result<FileAnswer>> => fileLookup.find(lookupId, path),
    cancelFile: fileLookup.cancel,

    startList: lists.start,
    cancelList: lists.cancel,

    watch: watches.add,
    unwatch: watches.remove,
    resumeWatches: watches.resume,

    recent: recent.list,
    remember: recent.remember,
    clearRecent: recent.clear,

    /** Keys or addresses of accounts have changed: what was learned of their services may not hold. */
    accountsChanged: () => asking.forgetAll(),
    /** The account's requests go elsewhere now: what its old service is being asked is let go of. */
    moved(accountId: string): void {
      for (const asked of asks.values()) if (asked.accountId === accountId) asked.abort.abort();
      lists.cancelOf(accountId);
      watches.startAnew(accountId);
      asking.forget(accountId);
    },
    forgetAccount(accountId: string): void {
      watches.forgetAccount(accountId);
      asking.forget(accountId);
    },

    close(): void {
      for (const { abort } of asks.values()) abort.abort();
      fileLookup.close();
      lists.close();
      watches.close();
    },
  };
}
