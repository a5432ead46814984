import { expect, test } from 'vitest';
import { Records } from '../../records/index.ts';
import type { Clock } from '../../service/index.ts';
import { fake } from '../fake.fixture.ts';
import { noEarlierSubmissions } from '../journal/earlier-submissions.fixture.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { submission as submissionOf } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { QueueEvents } from '../queue-events.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { Settlement } from './settlement.ts';
import { type BeforeResend, Settling } from './settling.ts';

const attempt = { token: null, beginSequence: null };
const minute = 60_000;
const unread: BeforeResend = { kind: 'unread', isTemporary: true, retryAt: null };
const clear: BeforeResend = { kind: 'clear' };

/** A file that was sent `attempts` times. */
const sent = (attempts: number, keccak256: string | null = '0x1'): StoredSubmission => ({
  ...submissionOf(1, 10, { kind: 'waiting' }),
  attempts,
  keccak256,
});

/** Every submission was sent once before. */
const sentOnce = (lostAttempts: () => number): EarlierSubmissions =>
  Object.assign(noEarlierSubmissions(), { sentAttempts: () => [attempt], lostAttempts });

function settlingWith(
  clock: Clock,
  cache: SubmissionCache,
  earlierSubmissions: EarlierSubmissions,
  events: QueueEvents,
  beforeResend: Settling['beforeResend'],
): Settling {
  const settlement = fake(Settlement, {});
  const records = fake(Records, {});
  const settling = new Settling(clock, records, cache, earlierSubmissions, settlement, sendingAccounts(), events);
  return Object.assign(settling, { beforeResend });
}

/** `lost`: how many of its attempts ended unseen. */
function looking(lost = 0) {
  const world = { now: 0, answer: clear, lost, asked: [] as string[], watched: [] as number[] };
  const cache = new SubmissionCache([sent(1)]);
  const events = new QueueEvents();
  events.on('doubted', ({ id }) => world.watched.push(id));
  const earlier = settlingWith(
    { now: () => world.now, monotonic: () => world.now },
    cache,
    sentOnce(() => world.lost),
    events,
    async (_submission, asked = 'by-app') => {
      world.asked.push(asked);
      return world.answer;
    },
  );
  return { world, earlier, state: () => cache.get(1)?.state };
}

test('a search counts for the attempts before it, and for a limited time', async () => {
  const { world, earlier } = looking();
  expect(earlier.mayBeThere(sent(0))).toBe(false);
  expect(earlier.mayBeThere(sent(1))).toBe(true);
  await earlier.searchBeforeResend(sent(1));
  expect(earlier.mayBeThere(sent(1))).toBe(false);
  expect(earlier.mayBeThere(sent(2))).toBe(true);
  world.now = 6 * minute;
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});

test('records that have just shown a file absent need no other search for a limited time', () => {
  const { world, earlier } = looking();
  earlier.beginResend(sent(1), 'by-records');
  expect(earlier.mayBeThere(sent(1))).toBe(false);
  expect(earlier.mayBeThere(sent(2))).toBe(true);
  world.now = 6 * minute;
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});

test('a file without a hash counts as not searched for', async () => {
  const { earlier } = looking();
  await earlier.searchBeforeResend(sent(1, null));
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});

test('unreachable records are waited for ten minutes, and as long again after they were read', async () => {
  const { world, earlier } = looking();
  world.answer = unread;
  expect(await earlier.searchBeforeResend(sent(1))).toBeGreaterThan(0);
  world.answer = clear;
  expect(await earlier.searchBeforeResend(sent(1))).toBeNull();
  world.now = 11 * minute;
  world.answer = unread;
  expect(await earlier.searchBeforeResend(sent(2))).toBeGreaterThan(0);
  world.now = 22 * minute;
  expect(await earlier.searchBeforeResend(sent(2))).toBeNull();
});

test('the user’s request holds for the next attempt only', async () => {
  const { world, earlier } = looking();
  earlier.beginResend(sent(1), 'by-user');
  await earlier.searchBeforeResend(sent(1));
  earlier.beginResend(sent(1), 'by-app');
  await earlier.searchBeforeResend(sent(1));
  await earlier.searchBeforeResend(sent(2));
  expect(world.asked).toEqual(['by-user', 'by-user', 'by-app']);
});

const refused: BeforeResend = { kind: 'unread', isTemporary: false, retryAt: null };

test('a file with a lost answer that cannot be searched for is uncertain, and watched', async () => {
  const { world, earlier, state } = looking(1);
  world.answer = refused;
  expect(await earlier.searchBeforeResend(sent(1))).toBeNull();
  expect(state()).toMatchObject({ kind: 'unsettled', reason: { code: 'earlier-try-unknown' } });
  expect(world.watched).toEqual([1]);
});

test('a file with a lost answer is uncertain also if the records stay unreachable', async () => {
  const { world, earlier, state } = looking(1);
  world.answer = unread;
  await earlier.searchBeforeResend(sent(1));
  expect(state()?.kind).toBe('waiting');
  world.now = 11 * minute;
  await earlier.searchBeforeResend(sent(1));
  expect(state()?.kind).toBe('unsettled');
});

test('a file that was refused each time is sent again if the records cannot be read', async () => {
  const { world, earlier, state } = looking(0);
  world.answer = refused;
  expect(await earlier.searchBeforeResend(sent(1))).toBeNull();
  expect(state()?.kind).toBe('waiting');
});

test.each(['user', 'records'])(
  'an attempt settled by the %s is no doubt at a later refusal, but a new loss is',
  async (by) => {
    const { world, earlier, state } = looking(1);
    world.answer = by === 'user' ? refused : clear;
    earlier.beginResend(sent(1), by === 'user' ? 'by-user' : 'by-app');
    await earlier.searchBeforeResend(sent(1));
    world.answer = refused;
    await earlier.searchBeforeResend(sent(2));
    expect(state()?.kind).toBe('waiting');
    world.lost = 2;
    await earlier.searchBeforeResend(sent(3));
    expect(state()?.kind).toBe('unsettled');
  },
);

test('a search is repeated if the journal cannot be read', async () => {
  const clock = { now: () => 0, monotonic: () => 0 };
  const broken = () => Promise.reject(new Error('disk I/O error'));
  const earlier = settlingWith(
    clock,
    new SubmissionCache([]),
    sentOnce(() => 0),
    new QueueEvents(),
    broken,
  );
  expect(await earlier.searchBeforeResend(sent(1))).toBeGreaterThan(0);
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});
