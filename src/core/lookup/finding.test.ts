import { afterEach, expect, test } from 'vitest';
import { type LookupKeys, noKeys } from '../../shared/bridge/lookup.ts';
import { accountId } from '../submissions/submissions.fixture.ts';
import { closeLookupRigs, openLookupRig } from './lookup.fixture.ts';

afterEach(closeLookupRigs);

const { id: _, undecorated: __, ...nothing } = noKeys;
const decorated = (name: string, plain: string): LookupKeys => ({
  ...noKeys,
  name,
  undecorated: { ...nothing, name: plain },
});

test('a name is found without what a list puts around it, but first as it stands', async () => {
  const { rig, lookup, records } = await openLookupRig();
  await lookup.prepare();
  await rig.drop({
    '2. letter.txt': 'One',
    'letter.txt': 'Two',
    'letter 0103.txt': 'Three',
    'letter 0107.txt': 'Four',
    'of 5. letter 0107.txt': 'Five',
  });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  const names = async (keys: LookupKeys) => {
    const found = await lookup.search(keys);
    if (!found.ok) throw new Error(found.error.code);
    const { matches, nearest } = found.value;
    return { best: matches[0]?.why, nearest: nearest?.matches[0]?.submission?.name };
  };
  const whole = (value: string, until: number) => ({ best: { key: 'name', value, from: expect.any(Number), until } });
  expect(await names(decorated('2. letter.txt', 'letter.txt'))).toMatchObject(whole('2. letter.txt', 13));
  expect(await names(decorated('3. letter 0107.txt', 'letter 0107.txt'))).toMatchObject(whole('letter 0107.txt', 15));
  // Another file has the line as a part of its name: what is exactly called so is meant.
  expect(await names(decorated('5. letter 0107.txt', 'letter 0107.txt'))).toMatchObject(whole('letter 0107.txt', 15));
  // With a slip, what is near to the name itself is offered.
  expect(await names(decorated('3. lettr 0107.txt', 'lettr 0107.txt'))).toMatchObject({
    nearest: expect.stringContaining('letter 0107.txt'),
  });
});

test('a row of a table whose asked cell is nobody’s name is answered by another cell that is a kept name, and by no part of one', async () => {
  const { rig, lookup, records, until, events } = await openLookupRig();
  await lookup.prepare();
  await rig.drop({ 'letter 0103.txt': 'One', 'planning.pdf': 'Two' });
  await rig.untilAll('confirmed');
  records.filesChanged(rig.all().map(({ id }) => id));
  const days = { from: '2020-01-01T00:00:00.000Z', until: '2999-01-01T00:00:00.000Z' };
  const question = (key: string, name: string, otherwise: readonly string[], keys: Partial<LookupKeys> = {}) => ({
    key,
    kind: 'text' as const,
    keys: { ...noKeys, name, ...keys },
    otherwise,
  });
  const questions = [
    question('stem', 'paid', ['letter 0103']),
    question('day', '23.11.2026', ['letter 0103.txt'], { days }),
    question('part', 'paid', ['Plan', 'Ann']),
    question('own name', 'planning.pdf', ['letter 0103.txt']),
  ];
  lookup.lists.start({ listId: 'list', accountId, questions });
  await until(() => events.find((event) => event.kind === 'lookup.list' && event.progress.ended === 'whole'));
  const answers = events.flatMap((event) => (event.kind === 'lookup.list' ? event.progress.answers : []));
  const told = answers.map(({ key, answer }) => [key, answer.kind === 'found' ? answer.name : answer.kind]);
  expect(Object.fromEntries(told)).toEqual({
    stem: 'letter 0103.txt',
    day: 'letter 0103.txt',
    part: 'not-kept',
    'own name': 'planning.pdf',
  });
});
