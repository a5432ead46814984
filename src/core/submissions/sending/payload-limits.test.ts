import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../storage/index.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { QueueEvents } from '../queue-events.ts';
import { PayloadLimits } from './payload-limits.ts';

function limitsOf(largestTaken: number | null = null) {
  const folder = mkdtempSync(join(tmpdir(), 'limits-'));
  const database = openDatabase(join(folder, 'dropslip.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const commit = async (write: () => void): Promise<void> => write();
  database.exec(
    `INSERT INTO accounts (id, kind, name, colour, submit_by, created_at) VALUES ('a', 'service', 'A', 'red', '{}', '')`,
  );
  const earlierSubmissions = Object.assign(new EarlierSubmissions(database), { largestTaken: () => largestTaken });
  const open = () =>
    new PayloadLimits(database, commit, earlierSubmissions, () => 'https://a.example', new QueueEvents());
  return { limits: open(), again: open };
}

const file = { accountId: 'a', size: 10 };
const accepted = { kind: 'accepted', submissionId: 's' } as const;
const tooLarge = (limit: number | null) => {
  const error = { code: 'too-large', values: { limit, taken: null, said: null } } as const;
  return { kind: 'refused', again: false, error } as const;
};

test.each([
  ['that the file does not exceed', 10, null, { limit: null, taken: null }],
  ['that it does', 9, 5, { limit: 9, taken: 5 }],
  ['beside a larger file that was taken', 9, 50, { limit: 9, taken: null }],
])('only the true bounds of a limit %s are kept', (_what, limit, taken, values) => {
  expect(limitsOf(taken).limits.learn(tooLarge(limit), file)).toMatchObject({ error: { values } });
});

test('nothing is learnt from any other refusal', () => {
  const { limits } = limitsOf(5);
  const end = { kind: 'refused', again: false, error: { code: 'insufficient-balance' } } as const;
  expect(limits.learn(end, file)).toBe(end);
  expect(limits.of('a')).toMatchObject({ largestTaken: 5, smallestRefused: null });
});

test('a learnt limit is known at the next start, and the user’s limit replaces it', async () => {
  const { limits, again } = limitsOf();
  limits.learn(accepted, { accountId: 'a', size: 700 });
  limits.learn(tooLarge(900), { accountId: 'a', size: 5_000 });
  expect(again().of('a')).toEqual({ largestTaken: 700, smallestRefused: 5_000, stated: 900, byHand: null });
  await limits.set('a', 800_000);
  expect(again().divisionOf('a')).toEqual({ largestWhole: 800_000, partSize: 800_000 });
  await limits.set('a', null);
  expect(again().divisionOf('a').largestWhole).toBe(Number.POSITIVE_INFINITY);
});
