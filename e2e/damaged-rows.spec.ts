import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { dropPaths } from './app/drop.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('the app starts with a damaged row in each table', async ({ start, folder, userData }) => {
  const path = join(userData, 'dropslip.db');
  const change = (sql: string): void => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  const first = await start();
  await writeFile(join(folder, 'before.txt'), 'content');
  await dropPaths(first.page, [join(folder, 'before.txt')]);
  await expect(row(first.page, 'before.txt')).toContainText('Confirmed in a block');
  await first.quit();

  change(`UPDATE accounts SET colour = 'x{', found = 'x{', submit_by = 'x{';
    UPDATE token_lists SET tokens = 'x{', names = 'x{';
    INSERT OR REPLACE INTO token_choices VALUES ('practice', '0x1', 9223372036854775807, 'x{');
    INSERT OR REPLACE INTO settings VALUES ('queue:practice', 'x{');
    INSERT INTO deposits (account_id, draft_id, token_address, amount, chain_id, created_at, state, attempts, balance_before)
    VALUES ('practice', 'd', '0x1', '5', '1', '2026-05-03T12:00:00.000Z', 'x{', 'x{', 'x{')`);
  const second = await start();
  await expect(row(second.page, 'before.txt')).toContainText('Confirmed in a block');
  await second.quit();
});
