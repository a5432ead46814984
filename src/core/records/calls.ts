import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { rowText } from '../../shared/text.ts';
import { localDay } from '../../shared/time.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Records } from './records.ts';

/**
 * All calls concern the account that the window shows. `saveFile` moves one of the app's files to the user's downloads
 * and notifies the user. It never rejects.
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
    'records.refresh': ({ unlessWithinMs }) => records.refresh(accounts.activeId(), unlessWithinMs),
    'records.cancelRefresh': () => records.cancelRefresh(accounts.activeId()),
    'records.export': async (order) => {
      const accountId = accounts.activeId();
      const whose = accounts.find(accountId)?.name ?? '';
      const written = await records.export(accountId, order);
      if (!written.ok) return written;
      await saveFile(written.value, savedName(whose, localDay(Date.now()), order.format));
      return success(null);
    },
  };
}

/** The longest account name, in characters, that keeps the whole file name within the system's limit. */
const LONGEST_ACCOUNT = 60;

/** The file name of the user's copy. `saveFile` replaces characters that the system does not accept. */
export function savedName(account: string, day: string, format: 'csv' | 'json'): string {
  // A slash would separate folders.
  const name = rowText(account, LONGEST_ACCOUNT).replace(/[/\\]/g, '_').trim().toWellFormed();
  return `${['Spending', name, day].filter(Boolean).join(' ')}.${format}`;
}
