import { expect, test } from 'vitest';
import type { LeftOutOfDrop } from '../intake/left-out-files.ts';
import { asked } from './payment-approval.fixture.ts';

const place = { path: '/home/anna/trip', dropped: '/home/anna/trip' };
const drop: LeftOutOfDrop = {
  accountId: 'a',
  leftOut: [{ place, folder: 'trip', only: new Set(['.env', '.git']), files: 1 }],
};

test('what is hidden in a dropped folder is added with a person’s yes alone, to a question that names it', async () => {
  const { approval, questions } = asked([], { answer: false });
  expect(await approval.toAddLeftOut(drop)).toMatchObject({
    ok: false,
    error: { code: 'declined', values: { what: 'sending' } },
  });
  expect(questions).toMatchObject([
    { title: 'Submit 2 hidden files and folders, too?', confirm: 'Submit too', tone: 'warning' },
  ]);
  expect(questions[0]?.subject).toContain('File “.env”\nFile “.git”\nIn “/home/anna/trip”');
  expect(await asked([]).approval.toAddLeftOut(drop)).toEqual({ ok: true, value: null });
});

test('of what is not remembered nobody is asked', async () => {
  const { approval, questions } = asked([]);
  expect(await approval.toAddLeftOut(null)).toMatchObject({ ok: false, error: { code: 'files-not-given' } });
  expect(questions).toEqual([]);
});
