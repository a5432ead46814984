import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { payingTokens } from '../../accounts/index.ts';
import { EarlierSubmissions } from '../journal/earlier-submissions.ts';
import { distrustQueue } from '../journal/restored.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(closeRigs);

test('the order of attempts and of what was read goes on over a restart, whatever the clock says', async () => {
  const rig = await openRig();
  await rig.drop({ one: 'one' });
  await rig.untilAll('confirmed');
  await rig.restart({ now: () => 0 });
  await rig.drop({ two: 'two' });
  await rig.untilAll('confirmed');
  await rig.written();
  const attempts = rig.database.prepare('SELECT begin_sequence, end_sequence FROM attempts ORDER BY local_id').all();
  const steps = attempts.flatMap((attempt) => [Number(attempt.begin_sequence), Number(attempt.end_sequence)]);
  expect(steps).toHaveLength(4);
  expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b));
  const [, firstEnd = 0, secondBegin = 0, secondEnd = 0] = steps;
  const [first, second] = rig.all().map(({ state }) => ('submissionId' in state ? state.submissionId : ''));
  const receipts = await new EarlierSubmissions(rig.database).receipts('practice');
  expect(new Map(receipts.map(({ submissionId, endSequence }) => [submissionId, endSequence]))).toEqual(
    new Map([
      [first, firstEnd],
      [second, secondEnd],
    ]),
  );
  const seen = rig.database.prepare('SELECT id, seen_sequence FROM records').all();
  const seenAt = new Map(seen.map(({ id, seen_sequence }) => [id, Number(seen_sequence)]));
  expect(seenAt.get(first ?? '')).toBeGreaterThanOrEqual(firstEnd);
  expect(seenAt.get(first ?? '')).toBeLessThan(secondBegin);
  expect(seenAt.get(second ?? '')).toBeGreaterThanOrEqual(secondEnd);
});

test('what may have been sent after a copy of the database was taken began at no known place in the order', async () => {
  const rig = await openRig({ address: () => 'http://127.0.0.1:9' });
  await rig.drop({ one: 'one' });
  await rig.untilAll('retrying');
  await rig.written();
  const copy = new DatabaseSync(`${rig.folder}/dropslip.db`);
  distrustQueue(copy, new Date().toISOString(), payingTokens(copy));
  const [{ id } = { id: 0 }] = rig.all();
  expect(new EarlierSubmissions(copy).lostAttempts(id).map(({ beginSequence }) => beginSequence)).toEqual([null]);
  copy.close();
});
