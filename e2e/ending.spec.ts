import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dropPaths } from './app/drop.ts';
import { inMain, withInspector } from './app/main-process.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

test('a drive that hangs does not keep the app from ending, and what was done is there at the next start', async ({
  start,
  folder,
}) => {
  test.skip(process.platform === 'win32', 'A pipe, which stands for the drive, is made with mkfifo.');
  // Opening a pipe that nobody writes to waits for ever, like a share whose server is gone.
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await writeFile(join(folder, 'letter.txt'), 'Dear service');
  const app = await start(withInspector);
  await dropPaths(app.page, [join(folder, 'letter.txt')]);
  await expect(row(app.page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
  await inMain(app, `void process.getBuiltinModule('node:fs/promises').open(${JSON.stringify(pipe)});`);
  // If it did, this would wait for ever.
  await app.quit();
  const again = await start();
  await expect(row(again.page, 'letter.txt')).toContainText(/Submitted|Confirmed/);
});
