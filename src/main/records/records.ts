import { rmSync } from 'node:fs';
import type { KnownToken } from '../../shared/bridge/balances.ts';
import { failure, type Result, success } from '../../shared/bridge/failure.ts';
import type {
  RecordFilter,
  RecordPage,
  RecordQuery,
  RecordSeries,
  RecordsWithId,
  TokenSpending,
} from '../../shared/bridge/records.ts';
import type { SubmissionRecord } from '../../shared/records.ts';
import type { DomainEvents } from '../domain-events.ts';
import type { Connection } from '../service/index.ts';
import { newExport, removeExports } from './export-folder.ts';
import type { ExportOrder } from './messages.ts';
import { createHistoryReading } from './reading.ts';
import { type Kept, mostKept } from './record-room.ts';
import { createHistoryThread } from './thread.ts';

export type HistoryParts = {
  /** The built `worker`. */
  readonly script: URL;
  readonly databasePath: string;
  /** Of what one account's service lists. */
  readonly most?: Kept;
  /** A folder of the history's own, for exports until they are saved; they are removed from it at every start. */
  readonly exportFolder: string;
  readonly now: () => number;
  readonly connection: (accountId: string) => Connection | null;
  readonly knownTokens: (accountId: string) => readonly KnownToken[];
  /** Reads names and decimals of the account's tokens, where they are not known yet. */
  readonly readTokens: (accountId: string, connection: Connection) => Promise<void>;
  readonly events: DomainEvents;
};

export type History = ReturnType<typeof createHistory>;

const sentences = {
  crash: 'The spending history stopped and was started again. Nothing is lost.',
  notStored: 'New records are shown but cannot be kept yet: the disk does not take them. Dropslip tries again.',
} as const;

/** All that an account ever spent: read from the service, kept on this machine, questioned in a thread of its own. */
export function createHistory(parts: HistoryParts) {
  const { events } = parts;
  removeExports(parts.exportFolder);
  const troubled = (sentence: string, detail: string): void => {
    events.emit('trouble', { what: sentence, detail });
    events.notice('warning', sentence);
  };
  const thread = createHistoryThread({
    script: parts.script,
    databasePath: parts.databasePath,
    most: parts.most ?? mostKept,
    onReport: (report) => {
      switch (report.kind) {
        case 'changed':
          events.emit('records.changed', { accountId: report.accountId });
          return;
        case 'export-progress':
          events.emit('records.export-progress', {
            exportId: report.exportId,
            done: report.done,
            total: report.total,
          });
          return;
        case 'not-stored':
          troubled(sentences.notStored, report.detail);
      }
    },
    onCrash: (detail) => troubled(sentences.crash, detail),
  });
  const reading = createHistoryReading({ ...parts, thread });

  return {
    query: (accountId: string, query: RecordQuery): Promise<Result<RecordPage>> =>
      thread.ask('page', accountId, { ...query, tokens: parts.knownTokens(accountId) }),

    series: (accountId: string, filter: RecordFilter): Promise<Result<RecordSeries>> =>
      thread.ask('series', accountId, { filter, tokens: parts.knownTokens(accountId) }),

    /** The record with this id, or several where the service has several; none when there is none. */
    record: (accountId: string, id: string): Promise<Result<RecordsWithId>> =>
      thread.ask('record', accountId, { id, tokens: parts.knownTokens(accountId) }),

    /** What was spent from an instant on, by token. Empty when that cannot be told now. */
    async spentSince(accountId: string, since: Date): Promise<readonly TokenSpending[]> {
      const spent = await thread.ask('spentSince', accountId, { sinceMs: since.getTime() });
      return spent.ok ? spent.value : [];
    },

    /** Reads the service's list unless that was done within so many milliseconds. */
    refresh: reading.refresh,
    cancelRefresh: reading.cancel,
    /** A service has come up: reads what was to be read before it had. */
    retryNotReady: reading.retryNotReady,

    /** Records that were read for something else, and are stored already. */
    tell(accountId: string, records: readonly SubmissionRecord[]): void {
      void thread.ask('told', accountId, { records });
    },

    /** Writes a file into the export folder; who takes it from there removes it. */
    async export(
      accountId: string,
      order: Omit<ExportOrder, 'path'>,
    ): Promise<Result<{ readonly file: string; readonly records: number }>> {
      const file = newExport(parts.exportFolder, order.format);
      const written = await thread.ask('export', accountId, {
        ...order,
        path: file,
        tokens: parts.knownTokens(accountId),
      });
      if (!written.ok) {
        rmSync(file, { force: true });
        return written;
      }
      if (written.value === 'cancelled') return failure({ code: 'cancelled', message: 'The export was cancelled.' });
      return success({ file, records: written.value.records });
    },

    cancelExport: (exportId: string): void => thread.post({ kind: 'cancel-export', exportId }),

    /** The account is at another address: what was spent stays, and the list is read anew as if for the first time. */
    moved(accountId: string): void {
      reading.cancel(accountId);
      void thread.ask('moved', accountId, {});
    },

    /** Drops all that is held for an account that is being taken away; what is on disk goes with it. */
    forget(accountId: string): void {
      reading.cancel(accountId);
      void thread.ask('forget', accountId, {});
    },

    /** Resolves once all that was read is on disk. */
    async stored(): Promise<void> {
      await thread.ask('stored', '', {});
    },

    async close(): Promise<void> {
      reading.close();
      await thread.close();
    },
  };
}
