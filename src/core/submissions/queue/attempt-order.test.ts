import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../accounts/index.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { distrustQueue } from '../journal/restored.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

test('attempts and records keep their order over a restart with a wrong clock', async () => {
  const rig = await openRig();
  await rig.drop({ one: 'one' });
  await rig.untilAll('confirmed');
  await rig.restart({ now: () => 0 });
  await rig.drop({ two: 'two' });
  await rig.untilAll('confirmed');
  await rig.written();
  const attempts = rig.database.prepare('SELECT begin_sequence FROM attempts ORDER BY local_id').all();
  const [firstBegin, secondBegin] = attempts.map(({ begin_sequence }) => Number(begin_sequence));
  const [first, second] = rig.all().map(({ state }) => ('submissionId' in state ? state.submissionId : ''));
  const seen = rig.database.prepare('SELECT id, seen_sequence FROM records').all();
  const seenAt = new Map(seen.map(({ id, seen_sequence }) => [id, Number(seen_sequence)]));
  expect(seenAt.get(first ?? '')).toBeGreaterThan(firstBegin ?? Number.NaN);
  expect(seenAt.get(first ?? '')).toBeLessThan(secondBegin ?? Number.NaN);
  expect(seenAt.get(second ?? '')).toBeGreaterThan(secondBegin ?? Number.NaN);
});

test('an attempt in restored data has no known place in the order', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ one: 'one' });
  await rig.untilAll('retrying');
  await rig.written();
  const copy = new DatabaseSync(`${rig.folder}/dropslip.db`);
  distrustQueue(copy, new Date().toISOString(), payingTokens(copy));
  const [{ id } = { id: 0 }] = rig.all();
  expect(new EarlierSubmissions(copy).sentAttempts(id).map(({ beginSequence }) => beginSequence)).toEqual([null]);
  copy.close();
});
