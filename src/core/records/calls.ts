import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { rowText } from '../../shared/text.ts';
import { localDay } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Records } from './records.ts';

/**
 * All calls are about the account that the window shows. `saveFile`: moves a file of the app's own to the user's downloads, and says
 * so. Never rejects.
 */
export function recordHandlers(
  accounts: Accounts,
  records: Records,
  saveFile: (file: string, fileName: string) => Promise<void>,
): Handlers<'records'> {
  return {
    'records.query': (query) => records.query(accounts.activeId(), query),
    'records.series': ({ filter, unit }) => records.series(accounts.activeId(), filter, unit),
    'records.record': async ({ id }) => {
      const found = await records.record(accounts.activeId(), id);
      if (!found.ok) return found;
      return found.value === null ? failure({ code: 'record-gone' }) : success(found.value);
    },
    'records.refresh': ({ unlessWithinMs }) => {
      // Zero means that the user pressed the button.
      if (unlessWithinMs === 0) accounts.status.readListsAgain(accounts.activeId());
      return records.refresh(accounts.activeId(), unlessWithinMs);
    },
    'records.cancelRefresh': () => records.cancelRefresh(accounts.activeId()),
    'records.export': async (order) => {
      const accountId = accounts.activeId();
      const whose = accounts.find(accountId)?.name ?? '';
      const written = await records.export(accountId, order);
      if (!written.ok) return written;
      await saveFile(written.value.file, savedName(whose, localDay(Date.now()), order.format));
      return success(null);
    },
    'records.cancelExport': ({ exportId }) => records.cancelExport(exportId),
  };
}

/** Characters of the account's name: with it, the day and the ending stay in the file name's length limit. */
const LONGEST_ACCOUNT = 60;

/** The name that the user's copy is saved under. Saving replaces what the system does not accept in names. */
export function savedName(account: string, day: string, format: 'csv' | 'json'): string {
  // A slash would end a folder's name.
  const name = rowText(account, LONGEST_ACCOUNT).replace(/[/\\]/g, '_').trim().toWellFormed();
  return `${['Spending', name, day].filter(Boolean).join(' ')}.${format}`;
}
