import { describe, expect, test } from 'vitest';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { submission } from '../journal/submission.fixture.ts';
import {
  asked,
  beyond,
  cannotTell,
  checking,
  delayed,
  duplicate,
  file,
  ids,
  of,
  paused,
  sinceCopy,
  tried,
} from './payment-approval.fixture.ts';

test('what a person paused goes on without a question', async () => {
  const { approval, questions } = asked([paused, duplicate]);
  expect(await approval.toResume([1, 2], 'by-user')).toMatchObject({ ok: true, value: [1, 2] });
  expect(questions).toEqual([]);
});

test('ten duplicates are one question, with their number and the first names', async () => {
  const { approval, questions } = asked(Array.from({ length: 10 }, () => duplicate));
  expect(await approval.toResume(ids(10), 'duplicate')).toMatchObject({ ok: true, value: ids(10) });
  expect(questions).toMatchObject([
    {
      title: 'Submit 10 files again?',
      subject: `File “1.pdf”\nFile “2.pdf”\nFile “3.pdf”\nand 7 more\nIn “/given”${of}`,
    },
  ]);
  expect(questions[0]?.text).toContain('If the service already has one of them, you pay twice');
});

test('one file named many times is one file, with its price', async () => {
  const { approval, questions } = asked([duplicate]);
  expect(await approval.toResume([1, 1, 1], 'duplicate')).toMatchObject({ ok: true, value: [1] });
  expect(questions[0]).toMatchObject({ subject: `${file(1)}${of}` });
  expect(questions[0]?.text).toContain('you pay twice, about 1.25 ETH more');
});

test.each([
  ['another service', { address: 'https://elsewhere.example' }],
  ['another credential', { submitBy: { variant: 'access-token', token: 'ETH' } }],
] as const)('a yes is void where the account has come to %s while it was asked', async (_, moved) => {
  let isMoved = false;
  const { approval, questions } = asked([duplicate], {
    account: () => (isMoved ? moved : {}),
    whileAsked: () => {
      isMoved = true;
    },
  });
  expect(await approval.toResume([1], 'duplicate')).toMatchObject({ ok: false, error: { code: 'changed-meanwhile' } });
  isMoved = false;
  expect(await approval.toSendAgain([1])).toMatchObject({ ok: false, error: { code: 'changed-meanwhile' } });
  expect(questions).toHaveLength(2);
});

test('a yes counts for those alone that it was asked about', async () => {
  const rig = asked([duplicate, paused], {
    whileAsked: () => rig.all.set(2, { ...submission(2, 10, duplicate), name: '2.pdf' }),
  });
  expect(await rig.approval.toResume([1, 2], 'duplicate')).toMatchObject({ ok: true, value: [1] });
});

test('nobody is asked about what waits for nothing, and nothing goes on', async () => {
  const { approval, questions } = asked([paused, checking]);
  expect(await approval.toResume([1, 2, 99], 'duplicate')).toMatchObject({ ok: true, value: [] });
  expect(questions).toEqual([]);
});

test('going beyond the spending limit is asked about with what the files cost, the limit and what was spent', async () => {
  const { approval, questions } = asked([beyond, beyond], {
    spendingLimit: { amount: '250', token: null },
    answer: false,
  });
  expect(await approval.toResume([1, 2], 'beyond-spending-limit')).toMatchObject({ error: { code: 'declined' } });
  expect(questions[0]?.text).toBe(
    'These files cost about 0.1 ETH. Your spending limit for this drop is 2.5 ETH, ' +
      'and 0.3 ETH of it is spent. If you approve, all of them are sent and paid for anyway.',
  );
});

test('submitting what may have been submitted since a copy is asked about, as what it may be paid for twice', async () => {
  const { approval, questions } = asked([sinceCopy, duplicate], { answer: false });
  expect(await approval.toResume([1, 2], 'since-copy')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Submit this file again?', subject: `${file(1)}${of}`, tone: 'warning' }]);
  expect(questions[0]?.text).toContain('you pay twice, about 1.25 ETH more');
});

test('that an uncertain file did not arrive is asked about with what it may cost', async () => {
  const { approval, questions } = asked([cannotTell], { answer: false });
  expect(await approval.toSendAgain([1])).toMatchObject({ error: { code: 'declined' } });
  expect(questions[0]?.text).toContain('you pay twice, about 1.25 ETH more, and that can’t be undone');
});

const eth = (amount: string) => ({ amount, token: 'ETH' });

test.each([
  ['a lower limit', eth('250'), eth('100'), 0],
  ['the same limit', eth('250'), eth('250'), 0],
  ['a first limit', null, eth('250'), 0],
  ['a higher limit', eth('250'), eth('1000'), 1],
  ['a lower number of another token', eth('250'), { amount: '1', token: 'GOLD' }, 1],
  ['a lower number of no token', eth('250'), { amount: '1', token: null }, 1],
  ['no limit', eth('250'), null, 1],
])('%s is asked about only where more may be spent by it', async (_what, from, to, questionsAsked) => {
  const { approval, questions } = asked([], { spendingLimit: from });
  expect(await approval.toSet('a', { spendingLimit: to })).toMatchObject({ ok: true });
  expect(questions).toHaveLength(questionsAsked);
});

test('a name cannot pretend to be another line, nor turn the reading direction', async () => {
  const { approval, questions } = asked([duplicate], { names: ['a\nand 9 more\u202Efdp.exe'] });
  await approval.toResume([1], 'duplicate');
  expect(questions[0]?.subject).toBe(`File “a\ufffdand 9 more\ufffdfdp.exe”, in “/given”${of}`);
});

test('files of one name are told apart by where they lie', async () => {
  const folders = ['/home/ann/public', '/home/ann/private'];
  const { approval, questions } = asked([duplicate, duplicate], { names: ['scan.pdf', 'scan.pdf'], folders });
  await approval.toResume([1], 'duplicate');
  await approval.toResume([1, 2], 'duplicate');
  const [one, other] = folders.map((folder) => `File “scan.pdf”, in “${folder}”`);
  expect(questions.map(({ subject }) => subject)).toEqual([`${one}${of}`, `${one}\n${other}${of}`]);
});

test('a name in quotes cannot end them, and a long folder loses its middle', async () => {
  const folders = [`/home/${'deep/'.repeat(100)}end`];
  const { approval, questions } = asked([duplicate], { names: ['a”, in “/b\nTo https://c'], folders });
  await approval.toResume([1], 'duplicate');
  const [line] = (questions[0]?.subject ?? '').split('\n');
  expect(line).toMatch(/^File “a’, in ’\/b\ufffdTo https:\/\/c”, in “\/home\/deep.{300,400}end”$/);
});

describe('a call that names files of two accounts spends from neither', () => {
  const two = (state: SubmissionState) => {
    const rig = asked([state, state]);
    rig.all.set(2, { ...submission(2, 10, state), accountId: 'b' });
    return rig;
  };

  test.each([
    ['to pay again', duplicate, 'duplicate'],
    ['to go beyond the limit', beyond, 'beyond-spending-limit'],
    ['to send what may have been sent', sinceCopy, 'since-copy'],
  ] as const)('%s', async (_what, state, why) => {
    const { approval, questions } = two(state);
    expect(await approval.toResume([1, 2], why)).toMatchObject({ error: { code: 'several-accounts' } });
    expect(questions).toEqual([]);
  });

  test('to try again', async () => {
    const { approval, questions } = two(delayed);
    expect(await approval.toRetry(tried(1, 2))).toMatchObject({ error: { code: 'several-accounts' } });
    expect(questions).toEqual([]);
  });
});

test('a higher limit is asked about with whose it is', async () => {
  const { approval, questions } = asked([], { spendingLimit: { amount: '250', token: null } });
  await approval.toSet('a', { spendingLimit: { amount: '1000', token: null } });
  expect(questions[0]?.subject).toBe(`Spending limit: 10 ETH\nUntil now: 2.5 ETH${of}\nPays with the API key`);
});

test.each([
  ['its API key', { variant: 'api-key' }, 'the API key'],
  ['a token', { variant: 'access-token', token: 'usd-coin' }, '“usd-coin”'],
] as const)('a limit is asked about with what pays: %s', async (_what, submitBy, pays) => {
  const { approval, questions } = asked([beyond], { spendingLimit: { amount: '250', token: null }, submitBy });
  await approval.toSet('a', { spendingLimit: { amount: '1000', token: null } });
  await approval.toSet('a', { spendingLimit: null });
  await approval.toResume([1], 'beyond-spending-limit');
  expect(questions.map(({ subject }) => subject.split('\n').at(-1))).toEqual(
    Array.from({ length: 3 }, () => `Pays with ${pays}`),
  );
});

test('that an uncertain file did not arrive is asked about with whose it is', async () => {
  const { approval, questions } = asked([cannotTell]);
  await approval.toSendAgain([1]);
  expect(questions[0]?.subject).toBe(`${file(1)}${of}`);
});

test('several uncertain files are one question', async () => {
  const { approval, questions } = asked([cannotTell, cannotTell]);
  expect(await approval.toSendAgain([1, 2])).toMatchObject({ ok: true, value: [1, 2] });
  expect(questions).toMatchObject([
    { title: 'Submit 2 files again?', text: expect.stringContaining('one of them, you pay twice') },
  ]);
});
