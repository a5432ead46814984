import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchCost, QueueSummary } from '../src/shared/bridge/submissions.ts';
import { noFiles } from '../src/shared/submissions/batch-status.ts';
import { nothingHeld } from '../src/shared/submissions/empty-queue.ts';
import { dropPaths } from './app/drop.ts';
import type { RunningApp } from './app/launch.ts';
import { withInspector } from './app/main-process.ts';
import { takePicture } from './app/picture.ts';
import { row, waitForBlock } from './app/rows.ts';
import { showAs, tellWindow } from './app/tell-window.ts';
import { expect, test } from './app/test.ts';

const MB = 1_000_000;
const eth = (thousandths: number): string => String(BigInt(thousandths) * 10n ** 15n);
const cost: BatchCost = {
  token: 'ethereum',
  decimals: 18,
  known: eth(3),
  estimated: eth(24),
};
const byStatus = {
  ...noFiles,
  toGo: 1620 * MB,
  sending: 40 * MB,
  confirmed: 690 * MB,
  rejected: 48 * MB,
  undecided: 50 * MB,
};
const running: QueueSummary = {
  counts: { ...noFiles, toGo: 1200, sending: 8, submitted: 12, confirmed: 220, rejected: 4, undecided: 6 },
  bytes: { all: 2400 * MB, gone: 700 * MB, submitted: 690 * MB, byStatus },
  bytesPerSecond: 12 * MB,
  secondsLeft: 142,
  waitingFor: null,
  estimate: { cost: { amount: eth(21), token: 'ethereum', decimals: 18 }, balance: eth(9000), covered: true },
  costs: [cost],
  filesWithoutCost: 0,
};

function tellSummary(app: RunningApp, summary: QueueSummary): Promise<void> {
  return tellWindow(app, { kind: 'submissions.progress', progress: [], summary, held: nothingHeld });
}

test('what became of a batch', async ({ start, folder }) => {
  const app = await start({ ...withInspector, practice: { payloadLimitBytes: 1_048_576 } });
  const { page } = app;
  const drop = join(folder, 'Contracts');
  await mkdir(drop);
  for (const name of ['March.pdf', 'April.pdf', 'May.pdf']) await writeFile(join(drop, name), name.repeat(9000));
  await writeFile(join(drop, 'empty.txt'), '');
  await writeFile(join(drop, 'team photo.jpg'), Buffer.alloc(2 * MB, 1));
  await writeFile(join(drop, 'May (copy).pdf'), 'May.pdf'.repeat(9000));
  await dropPaths(page, [drop]);
  await waitForBlock(page, 'March.pdf');
  await waitForBlock(page, 'April.pdf');
  await waitForBlock(page, 'team photo.jpg');
  await takePicture(page, 'submit-ended');

  const failure = { code: 'unreachable', values: { why: 'no-answer' } } as const;
  const files = ['June.pdf', 'July.pdf'].map((name, index) => ({ id: 900 + index, name }));
  await showAs(app, files, { kind: 'retrying', until: new Date(Date.now() + 60_000).toISOString(), reason: failure });
  await showAs(app, [{ id: 902, name: 'August.pdf' }], { kind: 'waiting' });
  await tellSummary(app, {
    ...running,
    counts: { ...noFiles, toGo: 3, confirmed: 1 },
    bytes: { all: 145_000, gone: 63_000, submitted: 63_000, byStatus: { ...noFiles, toGo: 82_000, confirmed: 63_000 } },
    costs: [{ ...cost, known: eth(1), estimated: eth(3) }],
    waitingFor: { kind: 'unreachable', failure },
    bytesPerSecond: null,
    secondsLeft: null,
  });
  await expect(row(page, 'June.pdf')).toContainText('Waiting for the connection');
  await takePicture(page, 'submit-offline');
});
