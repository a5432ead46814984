import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { localDay } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import { savedName } from './export-folder.ts';
import type { Records } from './records.ts';

export type RecordHandlerParts = {
  readonly accounts: Accounts;
  readonly records: Records;
  /** The path under which the window downloads a file, once. */
  readonly offerFile: (file: { readonly file: string; readonly fileName: string; readonly type: string }) => string;
};

const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** The calls of what was spent. All are about the account that the window shows. */
export function recordHandlers({ accounts, records, offerFile }: RecordHandlerParts): Handlers<'records'> {
  return {
    'records.query': (query) => records.query(accounts.activeId(), query),
    'records.series': ({ filter, unit }) => records.series(accounts.activeId(), filter, unit),
    'records.record': async ({ id }) => {
      const found = await records.record(accounts.activeId(), id);
      if (!found.ok || found.value.count > 0) return found;
      return failure({ code: 'record-gone' });
    },
    'records.refresh': ({ unlessWithinMs }) => {
      // Only who presses the button asks for it whenever it was read.
      if (unlessWithinMs === 0) accounts.status.readListsAgain(accounts.activeId());
      return records.refresh(accounts.activeId(), unlessWithinMs);
    },
    'records.cancelRefresh': () => records.cancelRefresh(accounts.activeId()),
    'records.export': async (order) => {
      const accountId = accounts.activeId();
      const whose = accounts.find(accountId)?.name ?? '';
      const written = await records.export(accountId, order);
      if (!written.ok) return written;
      const { file, records: count } = written.value;
      const fileName = savedName(whose, localDay(Date.now()), order.format);
      return success({ path: offerFile({ file, fileName, type: types[order.format] }), fileName, records: count });
    },
    'records.cancelExport': ({ exportId }) => records.cancelExport(exportId),
  };
}
