import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { MOST_WATCHES } from '../../shared/bridge/lookup.ts';
import type { RecordedEvent } from '../domain-events.fixture.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeDesks, openDesk } from './lookup.fixture.ts';

afterEach(closeDesks);

const final = (event: RecordedEvent) => (event.kind === 'lookup.watch' && event.news.isFinal ? event.news : undefined);
const watchEnd = (event: RecordedEvent) => (event.kind === 'lookup.watch-ended' ? event.end : undefined);

test('a pending submission is watched until it lands, and told once', async () => {
  const { lookup, submit, until, events } = await openDesk({ service: { blockTimeSeconds: 1 } });
  const id = await submit('A letter');
  await lookup.watch(accountId, id);
  expect(lookup.kept(accountId, id).watched).toBe(true);
  const news = await until(() => events.map(final).find((one) => one !== undefined));
  expect(news.record.phase).toBe('in-block');
  expect(lookup.kept(accountId, id).watched).toBe(false);
  expect(events.filter((event) => final(event) !== undefined)).toHaveLength(1);
});

test('what is watched is watched on after a restart', async () => {
  const desk = await openDesk({ service: { blockTimeSeconds: 2 } });
  const id = await desk.submit('A letter');
  await desk.lookup.watch(accountId, id);
  const again = desk.restart();
  expect(again.kept(accountId, id).watched).toBe(true);
  await desk.until(() => desk.events.map(final).find((one) => one !== undefined));
  expect(again.kept(accountId, id).watched).toBe(false);
});

test('what the service does not know is watched for a while and no longer, and that is said', async () => {
  const desk = await openDesk();
  const id = randomUUID();
  await desk.lookup.watch(accountId, id);
  const end = await desk.until(() => desk.events.map(watchEnd).find((one) => one !== undefined));
  expect(end).toEqual({ accountId, submissionId: id, name: null, why: 'unknown' });
  expect(desk.lookup.kept(accountId, id).watched).toBe(false);
  expect(desk.restart().kept(accountId, id).watched).toBe(false);
});

test('what is known and pending is watched on, however long it takes', async () => {
  const desk = await openDesk({ service: { blockTimeSeconds: 3_600 } });
  const id = await desk.submit('A letter');
  await desk.lookup.watch(accountId, id);
  const looks = () => desk.events.filter((event) => event.kind === 'lookup.watch').length;
  await desk.until(() => (looks() >= 5 ? true : undefined));
  expect(desk.lookup.kept(accountId, id).watched).toBe(true);
});

test('with all places taken, a further submission is not watched, in words, and what is watched stays so', async () => {
  const { lookup, rig, restart } = await openDesk({ service: { rateLimit: { requests: 1, seconds: 3_600 } } });
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const answers = await Promise.all(ids.map((id) => lookup.watch(accountId, id)));
  expect(answers.map(({ ok }) => ok)).toEqual(ids.map((_, index) => index < MOST_WATCHES));
  expect(answers.at(-1)).toMatchObject({ error: { code: 'too-many-watches' } });
  expect(rig.database.prepare('SELECT count(*) AS n FROM lookup_watches').get()?.n).toBe(MOST_WATCHES);
  const again = restart();
  expect(ids.map((id) => again.kept(accountId, id).watched)).toEqual(answers.map(({ ok }) => ok));
  await again.unwatch(accountId, ids[0] ?? '');
  expect((await again.watch(accountId, ids.at(-1) ?? '')).ok).toBe(true);
});

test('of more than there is room for, as an earlier version may have left them, the latest are watched on', async () => {
  const { rig, restart } = await openDesk({ service: { rateLimit: { requests: 1, seconds: 3_600 } } });
  const insert = rig.database.prepare('INSERT INTO lookup_watches (account_id, submission_id, since) VALUES (?, ?, ?)');
  for (let index = 0; index < 500; index += 1) {
    insert.run(accountId, `id ${index}`, new Date(1_800_000_000_000 + index).toISOString());
  }
  const again = restart();
  expect([...Array(500).keys()].filter((index) => again.kept(accountId, `id ${index}`).watched)).toEqual(
    [...Array(MOST_WATCHES).keys()].map((index) => 400 + index),
  );
});
