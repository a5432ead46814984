import { expect, test } from 'vitest';
import { fake } from '../fake.fixture.ts';
import { noEarlierSubmissions } from '../journal/earlier-submissions.fixture.ts';
import type { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { submission as submissionOf } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { QueueEvents } from '../queue-events.ts';
import { SentBefore } from './sent-before.ts';
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

/** `lost`: how many of its attempts ended unseen. */
function looking(lost = 0) {
  const world = { now: 0, answer: clear, lost, asked: [] as string[], watched: [] as number[] };
  const cache = new SubmissionCache([sent(1)]);
  const events = new QueueEvents();
  events.on('doubted', ({ id }) => world.watched.push(id));
  const earlier = new SentBefore(
    { now: () => world.now, monotonic: () => world.now },
    cache,
    sentOnce(() => world.lost),
    fake(Settling, {
      beforeResend: async (_submission, asked = 'by-app') => {
        world.asked.push(asked);
        return world.answer;
      },
    }),
    events,
  );
  return { world, earlier, state: () => cache.get(1)?.state };
}

test('a look counts for the attempts that it was made after, and not for ever', async () => {
  const { world, earlier } = looking();
  expect(earlier.mayBeThere(sent(0))).toBe(false);
  expect(earlier.mayBeThere(sent(1))).toBe(true);
  await earlier.look(sent(1));
  expect(earlier.mayBeThere(sent(1))).toBe(false);
  expect(earlier.mayBeThere(sent(2))).toBe(true);
  world.now = 6 * minute;
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});

test('bytes that are not known yet were not looked for', async () => {
  const { earlier } = looking();
  await earlier.look(sent(1, null));
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});

test('records that are out of reach are waited for ten minutes, and as long again after they were read', async () => {
  const { world, earlier } = looking();
  world.answer = unread;
  expect(await earlier.look(sent(1))).toBeGreaterThan(0);
  world.answer = clear;
  expect(await earlier.look(sent(1))).toBeNull();
  world.now = 11 * minute;
  world.answer = unread;
  expect(await earlier.look(sent(2))).toBeGreaterThan(0);
  world.now = 22 * minute;
  expect(await earlier.look(sent(2))).toBeNull();
});

test('a person’s word is for the next try alone', async () => {
  const { world, earlier } = looking();
  earlier.begin(sent(1), 'by-user');
  await earlier.look(sent(1));
  earlier.begin(sent(1), 'by-app');
  await earlier.look(sent(1));
  await earlier.look(sent(2));
  expect(world.asked).toEqual(['by-user', 'by-user', 'by-app']);
});

const refused: BeforeResend = { kind: 'unread', isTemporary: false, retryAt: null };

test('what was lost and cannot be looked for is uncertain, and watched', async () => {
  const { world, earlier, state } = looking(1);
  world.answer = refused;
  expect(await earlier.look(sent(1))).toBeNull();
  expect(state()).toMatchObject({ kind: 'unsettled', reason: { code: 'earlier-try-unknown' } });
  expect(world.watched).toEqual([1]);
});

test('what was lost is uncertain also where the records stay out of reach', async () => {
  const { world, earlier, state } = looking(1);
  world.answer = unread;
  await earlier.look(sent(1));
  expect(state()?.kind).toBe('waiting');
  world.now = 11 * minute;
  await earlier.look(sent(1));
  expect(state()?.kind).toBe('unsettled');
});

test('what was refused each time goes again where the records cannot be read', async () => {
  const { world, earlier, state } = looking(0);
  world.answer = refused;
  expect(await earlier.look(sent(1))).toBeNull();
  expect(state()?.kind).toBe('waiting');
});

test.each(['user', 'records'])('what a %s told of is no doubt at a later refusal, but a new loss is', async (by) => {
  const { world, earlier, state } = looking(1);
  world.answer = by === 'user' ? refused : clear;
  earlier.begin(sent(1), by === 'user' ? 'by-user' : 'by-app');
  await earlier.look(sent(1));
  world.answer = refused;
  await earlier.look(sent(2));
  expect(state()?.kind).toBe('waiting');
  world.lost = 2;
  await earlier.look(sent(3));
  expect(state()?.kind).toBe('unsettled');
});

test('a journal that cannot be read is looked at again', async () => {
  const earlier = new SentBefore(
    { now: () => 0, monotonic: () => 0 },
    new SubmissionCache([]),
    sentOnce(() => 0),
    fake(Settling, { beforeResend: () => Promise.reject(new Error('disk I/O error')) }),
    new QueueEvents(),
  );
  expect(await earlier.look(sent(1))).toBeGreaterThan(0);
  expect(earlier.mayBeThere(sent(1))).toBe(true);
});
