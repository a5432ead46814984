import { expect, test } from 'vitest';
import type { MeasuredLeftOut } from '../intake/intake.ts';
import { asked } from './payment-approval.fixture.ts';

const place = { path: '/home/anna/trip', dropped: '/home/anna/trip' };
const drop: MeasuredLeftOut = {
  accountId: 'a',
  load: { files: 1204, bytes: 12_300n },
  isFor: null,
  estimate: { cost: { amount: '150', token: 'ETH', decimals: 2 } },
  leftOut: [{ place, folder: 'trip', only: new Set(['.env', '.git']), files: 1 }],
};

test('what is hidden in a dropped folder is added with a person’s yes alone, to a question that names it', async () => {
  const { approval, questions } = asked([], { answer: false });
  expect(await approval.toAddLeftOut(drop)).toMatchObject({
    ok: false,
    error: { code: 'declined', values: { what: 'sending' } },
  });
  expect(questions).toMatchObject([
    { title: 'Submit 2 hidden files and folders too?', confirm: 'Submit them too', tone: 'warning' },
  ]);
  expect(questions[0]?.subject).toContain('Folder “.git”\nFile “.env”\nIn “/home/anna/trip”');
  expect(await asked([]).approval.toAddLeftOut(drop)).toEqual({ ok: true, value: null });
});

test('it is asked with how many files lie in all of it, their size and what they cost', async () => {
  const { approval, questions } = asked([]);
  await approval.toAddLeftOut(drop);
  expect(questions[0]?.text).toMatch(
    /^They were left out: 1,204 files, 1[23]\.\d [kK]B, about 1\.5 ETH\. Programs keep/,
  );
  await approval.toAddLeftOut({ ...drop, estimate: null });
  expect(questions[1]?.text).toContain(', cost unknown. Programs keep');
});

test('folders are named before files, and all that the question has no room for below it', async () => {
  const { approval, questions } = asked([]);
  const names = ['.a', '.b', '.c', '.d', '.e', '.f', '.git'];
  await approval.toAddLeftOut({ ...drop, leftOut: [{ place, folder: 'trip', only: new Set(names), files: 6 }] });
  expect(questions[0]?.subject).toContain('Folder “.git”\nFile “.a”\nFile “.b”\nand 4 more\n');
  for (const name of names) expect(questions[0]?.details).toContain(`“${name}”`);
});

test('of what is not remembered nobody is asked', async () => {
  const { approval, questions } = asked([]);
  expect(await approval.toAddLeftOut(null)).toMatchObject({ ok: false, error: { code: 'files-not-given' } });
  expect(questions).toEqual([]);
});
