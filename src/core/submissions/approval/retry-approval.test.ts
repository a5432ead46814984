import { afterEach, expect, test } from 'vitest';
import { submission } from '../journal/submission.fixture.ts';
import type { TriedAgain } from '../queue/tried-again.ts';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';
import {
  asked,
  cancelled,
  delayed,
  file,
  ids,
  of,
  paused,
  rejected,
  retrying,
  tried,
} from './payment-approval.fixture.ts';

afterEach(closeRigs);

test('trying again what was never accepted is not asked about', async () => {
  const { approval, questions } = asked([rejected, retrying, paused]);
  expect(await approval.toRetry(tried(1, 2, 3))).toMatchObject({ ok: true, value: [1, 2, 3] });
  expect(questions).toEqual([]);
});

test('trying again what was cancelled is asked about, with its price, and a no holds the others too', async () => {
  const { approval, questions } = asked([cancelled, rejected], { answer: false });
  expect(await approval.toRetry(tried(1, 2))).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    {
      title: 'Submit this cancelled file?',
      text: 'It was cancelled. If you approve, it is sent and paid for, about 1.25 ETH more.',
      subject: `${file(1)}${of}`,
      tone: 'warning',
    },
  ]);
});

test('ten cancelled files are one question', async () => {
  const { approval, questions } = asked(Array.from({ length: 10 }, () => cancelled));
  expect(await approval.toRetry(tried(...ids(10)))).toMatchObject({ ok: true, value: ids(10) });
  expect(questions).toMatchObject([
    {
      title: 'Submit 10 cancelled files?',
      text: 'They were cancelled. If you approve, each of them is sent and paid for.',
      subject: `File “1.pdf”\nFile “2.pdf”\nFile “3.pdf”\nand 7 more\nIn “/given”${of}`,
    },
  ]);
});

test('what may have been held by the spending limit before it was cancelled is asked about as what may go now', async () => {
  const one = asked([cancelled], { spendingLimit: { amount: '250', token: null } });
  await one.approval.toRetry(tried(1));
  expect(one.questions[0]?.text).toBe(
    'It was cancelled. If you approve, it is sent and paid for, about 1.25 ETH more. ' +
      'If your spending limit of 2.5 ETH stopped it before, it may be sent now: the limit starts again with each drop.',
  );
  expect(one.questions[0]?.subject).toBe(`${file(1)}${of}\nPays with the API key`);
  const three = asked([cancelled, cancelled, delayed], { spendingLimit: { amount: '250', token: null } });
  await three.approval.toRetry(tried(1, 2, 3));
  expect(three.questions[0]?.text).toContain(
    'Files that your spending limit of 2.5 ETH stopped before may be sent now',
  );
});

test('to cancel what is held by the spending limit and try it again in a later batch sends nothing without a yes', async () => {
  const rig = await openRig();
  const fee = 21_000_000_000_000n + 100n * 100_000_000n;
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: { amount: `${2n * fee}`, token: null } });
  const files = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name.padEnd(100)]));
  await rig.drop(files('a', 'b', 'c', 'd'));
  await rig.untilAll('confirmed', 'paused');
  const held = rig.all().flatMap(({ id, state }) => (state.kind === 'paused' ? [id] : []));
  await rig.submissions.commands.cancel(held);
  await rig.drop(files('another batch'));
  await rig.untilAll('confirmed', 'cancelled');
  const { approval, questions } = asked([], { answer: false, submissions: rig.submissions });
  const retried = await rig.submissions.commands.retry(held, (tried) => approval.toRetry(tried));
  await rig.untilAll('confirmed', 'cancelled', 'paused');
  expect(retried).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    { title: 'Submit 2 cancelled files?', text: expect.stringContaining('Files that your spending limit of') },
  ]);
  expect(await rig.spent()).toBe(3n * fee);
});

test('trying again what was never cancelled says nothing of the limit', async () => {
  const { approval, questions } = asked([delayed], { spendingLimit: { amount: '250', token: null } });
  await approval.toRetry(tried(1));
  expect(questions[0]?.text).not.toContain('limit');
});

test('what is cancelled while the question is open is not tried again with it', async () => {
  const rig = asked([delayed, rejected, rejected], {
    whileAsked: () => rig.all.set(2, { ...submission(2, 10, cancelled), name: '2.pdf' }),
  });
  expect(await rig.approval.toRetry(tried(1, 2, 3))).toMatchObject({ ok: true, value: [1, 3] });
});

test('a cancelled file is asked about also while it is away: it may be there again when its turn comes', async () => {
  const { approval, questions } = asked([cancelled], { answer: false });
  expect(await approval.toRetry([{ id: 1, file: 'away', size: null }])).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toHaveLength(1);
});

test('trying again what is delayed is asked about, and a no holds the others too', async () => {
  const { approval, questions } = asked([delayed, rejected], { answer: false });
  expect(await approval.toRetry(tried(1, 2))).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Submit this file again?', subject: `${file(1)}${of}`, tone: 'warning' }]);
});

test.each([
  [true, 'still has an error'],
  [false, 'could not be read right now'],
])('the question about a delayed file says what its record says now (read: %s)', async (isRecordRead, words) => {
  const { approval, questions } = asked([delayed]);
  await approval.toRetry([{ id: 1, file: 'same', size: null, isRecordRead }]);
  expect(questions[0]?.text).toBe(
    `The service has this file, and its record ${words}. The service tries again automatically. If you submit again, you may pay twice, about 1.25 ETH more.`,
  );
});

test.each(['answered-for-nothing', 'answers-keep-getting-lost'] as const)(
  'trying again what was refused as %s is asked about: it may have been charged',
  async (code) => {
    const { approval, questions } = asked([{ kind: 'rejected', reason: { code } }], { answer: false });
    expect(await approval.toRetry(tried(1))).toMatchObject({ error: { code: 'declined' } });
    expect(questions[0]?.text).toContain('may already have paid for it');
  },
);

test('what is delayed while the question is open is not tried again with it', async () => {
  const rig = asked([delayed, rejected, rejected], {
    whileAsked: () => rig.all.set(2, { ...submission(2, 10, delayed), name: '2.pdf' }),
  });
  expect(await rig.approval.toRetry(tried(1, 2, 3))).toMatchObject({ ok: true, value: [1, 3] });
});

test('what lies at a file’s path now is asked about where that is not what was given, with its price', async () => {
  const { approval, questions } = asked([rejected, rejected], { answer: false });
  const changed: TriedAgain[] = [{ id: 1, file: 'changed', size: 300 }, ...tried(2)];
  expect(await approval.toRetry(changed)).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    { title: 'Send this file as it is now?', subject: `${file(1)}${of}`, tone: 'warning' },
  ]);
  expect(questions[0]?.text).toBe(
    'It has changed since you added it. Its current contents are submitted and paid for, about 3 ETH more.',
  );
});

test('of what is encrypted first the question says so', async () => {
  const { all, approval, questions } = asked([rejected]);
  all.set(1, { ...submission(1, 10, rejected), name: '1.pdf', readers: { kind: 'passphrase' } });
  await approval.toRetry([{ id: 1, file: 'changed', size: 300 }]);
  expect(questions[0]?.text).toContain('It is encrypted before anything leaves this computer.');
});

test('a file of which too little is known to tell is not said to have changed', async () => {
  const unknown = (...which: number[]): TriedAgain[] => which.map((id) => ({ id, file: 'unknown', size: 300 }));
  const one = asked([rejected]);
  expect(await one.approval.toRetry(unknown(1))).toMatchObject({ ok: true, value: [1] });
  expect(one.questions[0]?.text).toBe(
    'Dropslip cannot tell if it has changed since you added it. Its current contents are submitted and paid for, about 3 ETH more.',
  );
  const three = asked([rejected, rejected, rejected]);
  await three.approval.toRetry([{ id: 1, file: 'changed', size: 300 }, ...unknown(2, 3)]);
  expect(three.questions[0]?.text).toBe(
    [
      '1 of them has changed since you added it.',
      'Dropslip cannot tell if 2 of them have changed since you added them.',
      'Their current contents are submitted, and each is paid for.',
    ].join(' '),
  );
});

test('what starts anew since its account has left the service of its parts is asked about, with the cost of all of it', async () => {
  const anew: TriedAgain[] = [{ id: 1, file: 'same', size: 300, startsAnew: 'elsewhere' }];
  const one = asked([rejected], { answer: false });
  expect(await one.approval.toRetry(anew)).toMatchObject({ error: { code: 'declined' } });
  expect(one.questions).toMatchObject([{ title: 'Start this file over?', confirm: 'Start over', tone: 'warning' }]);
  expect(one.questions[0]?.text).toContain(
    'If you approve, all of it goes to the address below and is paid for, about 3 ETH more.',
  );
  const two = asked([rejected, cancelled]);
  await two.approval.toRetry([...anew, ...tried(2)]);
  expect(two.questions[0]?.text).toContain('Parts of 1 of them are with this account’s previous service');
  expect(two.questions[0]?.text).toContain('1 of them was cancelled.');
});

test('what starts anew since the encrypted copy of its parts is gone is asked about, with the cost of all of it', async () => {
  const gone: TriedAgain[] = [{ id: 1, file: 'same', size: 300, startsAnew: 'copy-gone' }];
  const one = asked([rejected], { answer: false });
  expect(await one.approval.toRetry(gone)).toMatchObject({ error: { code: 'declined' } });
  expect(one.questions).toMatchObject([{ title: 'Start this file over?', confirm: 'Start over', tone: 'warning' }]);
  expect(one.questions[0]?.text).toContain(
    'encrypted copy on this computer, which is gone. If you approve, a new one is made and all of it is paid for, about 3 ETH more.',
  );
  const two = asked([rejected, cancelled]);
  await two.approval.toRetry([...gone, ...tried(2)]);
  expect(two.questions[0]?.text).toContain('Parts of 1 of them were sent from an encrypted copy');
});

test('what starts anew since its parts are not the whole of it is asked about, with the most that it may cost', async () => {
  const amiss: TriedAgain[] = [{ id: 1, file: 'same', size: 300, startsAnew: 'parts-not-whole' }];
  const one = asked([rejected], { answer: false });
  expect(await one.approval.toRetry(amiss)).toMatchObject({ error: { code: 'declined' } });
  expect(one.questions).toMatchObject([
    {
      title: 'Start this file over?',
      text: 'The parts of this file do not add up to all of it. If you approve, it is divided again, and at most all of it is paid for, about 3 ETH more. Parts already there with the same contents are used again.',
    },
  ]);
});

test('cancelled and changed files, and such as may have been charged for, are one question, with how many of each', async () => {
  const { approval, questions } = asked([cancelled, rejected, delayed, paused]);
  const all: TriedAgain[] = [
    { id: 1, file: 'changed', size: 300 },
    { id: 2, file: 'changed', size: 300 },
    ...tried(3, 4),
  ];
  expect(await approval.toRetry(all)).toMatchObject({ ok: true, value: [1, 2, 3, 4] });
  expect(questions).toMatchObject([
    {
      title: 'Send 3 files as they are now?',
      text: [
        '1 of them was cancelled.',
        '2 of them have changed since you added them.',
        'Their current contents are submitted, and each is paid for.',
        'The service has 1 of them, and its record could not be read right now. The service tries again automatically. If you submit again, you may pay twice.',
      ].join(' '),
    },
  ]);
});
