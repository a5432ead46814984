import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Dropslip, test as withDropslip } from '../docs/playwright-fixture.ts';
import { root } from './app/electron.ts';
import { row } from './app/rows.ts';
import { expect, test } from './app/test.ts';

const command = [process.execPath, join(root, 'out/cli/dropslip.js')];

test('what the command line sends shows in the open window, and the window’s files in the command line', async ({
  start,
  folder,
  userData,
}) => {
  const app = await start();
  const dropslip = new Dropslip(command, userData);
  const path = join(folder, 'from a script.txt');
  await writeFile(path, 'content');
  const confirmed = dropslip.waitFor('from a script.txt', 'confirmed');
  const [sent] = await dropslip.send(path);
  expect(sent).toMatchObject({ status: 'confirmed', path });
  await expect(row(app.page, 'from a script.txt')).toContainText('Confirmed in a block');
  expect(await confirmed).toMatchObject({ submissionId: sent?.submissionId });
  const found = await dropslip.run(['find', 'from a script']);
  expect(found).toMatchObject([{ event: 'match', submissionId: sent?.submissionId, state: 'confirmed' }]);
});

withDropslip.use({ command });

withDropslip('the fixture of the docs submits a file once and reads its receipt', async ({ dropslip }, testInfo) => {
  const path = testInfo.outputPath('letter.txt');
  await writeFile(path, 'Dear service');
  const [first] = await dropslip.send(path);
  const [second] = await dropslip.send(path);
  expect(second).toMatchObject({ status: 'already-submitted', submissionId: first?.submissionId });
  const [receipt] = await dropslip.receipts(String(first?.submissionId));
  expect(receipt).toMatchObject({ format: 'dropslip-receipt', file: { name: 'letter.txt', size: 12 } });
});
