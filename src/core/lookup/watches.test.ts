import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { RecordedEvent } from '../domain-events.fixture.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeLookupRigs, openLookupRig } from './lookup.fixture.ts';
import { MOST_WATCHES } from './watches.ts';

afterEach(closeLookupRigs);

const final = (event: RecordedEvent) => (event.kind === 'lookup.watch' && event.news.isFinal ? event.news : undefined);
const watchEnd = (event: RecordedEvent) => (event.kind === 'lookup.watch-ended' ? event.end : undefined);

test('a pending submission is watched until it is final, and told once', async () => {
  const { lookup, submit, until, events } = await openLookupRig({ service: { blockTimeSeconds: 1 } });
  const id = await submit('A letter');
  await lookup.watches.add(accountId, id);
  expect(lookup.kept(accountId, id).watched).toBe(true);
  const news = await until(() => events.map(final).find((one) => one !== undefined));
  expect(news.record.phase).toBe('in-block');
  expect(lookup.kept(accountId, id).watched).toBe(false);
  expect(events.filter((event) => final(event) !== undefined)).toHaveLength(1);
});

test('what is watched no more before that was on the disk is not watched', async () => {
  const { lookup, restart } = await openLookupRig();
  const id = randomUUID();
  await Promise.all([lookup.watches.add(accountId, id), lookup.watches.remove(accountId, id)]);
  expect(lookup.kept(accountId, id).watched).toBe(false);
  expect(restart().kept(accountId, id).watched).toBe(false);
});

test('what is watched is watched on after a restart', async () => {
  const lookupRig = await openLookupRig({ service: { blockTimeSeconds: 2 } });
  const id = await lookupRig.submit('A letter');
  await lookupRig.lookup.watches.add(accountId, id);
  const again = lookupRig.restart();
  expect(again.kept(accountId, id).watched).toBe(true);
  await lookupRig.until(() => lookupRig.events.map(final).find((one) => one !== undefined));
  expect(again.kept(accountId, id).watched).toBe(false);
});

test('what the service does not know is watched for a while and no longer, and that is said', async () => {
  const lookupRig = await openLookupRig();
  const id = randomUUID();
  await lookupRig.lookup.watches.add(accountId, id);
  const end = await lookupRig.until(() => lookupRig.events.map(watchEnd).find((one) => one !== undefined));
  expect(end).toEqual({ accountId, submissionId: id, name: null, why: 'unknown' });
  expect(lookupRig.lookup.kept(accountId, id).watched).toBe(false);
  expect(lookupRig.restart().kept(accountId, id).watched).toBe(false);
});

test('what is known and pending is watched on, however long it takes', async () => {
  const lookupRig = await openLookupRig({ service: { blockTimeSeconds: 3_600 } });
  const id = await lookupRig.submit('A letter');
  await lookupRig.lookup.watches.add(accountId, id);
  const looks = () => lookupRig.events.filter((event) => event.kind === 'lookup.watch').length;
  await lookupRig.until(() => (looks() >= 5 ? true : undefined));
  expect(lookupRig.lookup.kept(accountId, id).watched).toBe(true);
});

test('with all places taken, a further submission is not watched, in words, and what is watched stays so', async () => {
  const { lookup, rig, restart } = await openLookupRig({ service: { rateLimit: { requests: 1, seconds: 3_600 } } });
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const answers = await Promise.all(ids.map((id) => lookup.watches.add(accountId, id)));
  expect(answers.map(({ ok }) => ok)).toEqual(ids.map((_, index) => index < MOST_WATCHES));
  expect(answers.at(-1)).toMatchObject({ error: { code: 'too-many-watches' } });
  expect(rig.database.prepare('SELECT count(*) AS n FROM lookup_watches').get()?.n).toBe(MOST_WATCHES);
  const again = restart();
  expect(ids.map((id) => again.kept(accountId, id).watched)).toEqual(answers.map(({ ok }) => ok));
  await again.watches.remove(accountId, ids[0] ?? '');
  expect((await again.watches.add(accountId, ids.at(-1) ?? '')).ok).toBe(true);
});
