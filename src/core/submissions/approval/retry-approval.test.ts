import { afterEach, expect, test } from 'vitest';
import { submission } from '../journal/submission.fixture.ts';
import type { TriedAgain } from '../queue/commands.ts';
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
      title: 'Submit this file?',
      text: 'If you approve, it is paid for, about 1.25 ETH more.',
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
      title: 'Submit 10 files?',
      text: 'If you approve, each of them is paid for.',
      subject: `File “1.pdf”\nFile “2.pdf”\nFile “3.pdf”\nand 7 more\nIn “/given”${of}`,
    },
  ]);
});

test('to cancel what is held by the spending limit and try it again in a later batch sends nothing without a yes', async () => {
  const rig = await openRig();
  const fee = 21_000_000_000_000n + 100n * 100_000_000n;
  const files = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name.padEnd(100)]));
  await rig.drop(files('first'));
  await rig.untilAll('confirmed');
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: { amount: `${2n * fee}`, token: null } });
  await rig.drop(files('a', 'b', 'c', 'd'));
  await rig.submissions.commands.approve(
    rig.all().map(({ id }) => id),
    false,
  );
  await rig.until(() => rig.named('b').state.kind === 'confirmed');
  await rig.untilAll('confirmed', 'paused');
  const held = rig.all().flatMap(({ id, state }) => (state.kind === 'paused' ? [id] : []));
  await rig.submissions.commands.cancel(held);
  await rig.drop(files('another batch'));
  await rig.untilAll('confirmed', 'cancelled');
  const { approval, questions } = asked([], { answer: false, submissions: rig.submissions });
  const retried = await rig.submissions.commands.retry(held, (tried) => approval.toRetry(tried));
  await rig.untilAll('confirmed', 'cancelled', 'paused');
  expect(retried).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Submit 2 files?' }]);
  expect(await rig.spent()).toBe(4n * fee);
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

test.each(['answered-for-nothing', 'answers-keep-getting-lost'] as const)(
  'trying again what was refused as %s is asked about: it may have been charged',
  async (code) => {
    const { approval, questions } = asked([{ kind: 'rejected', reason: { code } }], { answer: false });
    expect(await approval.toRetry(tried(1))).toMatchObject({ error: { code: 'declined' } });
    expect(questions[0]?.text).toContain('you pay twice');
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
  expect(questions).toMatchObject([{ title: 'Submit this file?', subject: `${file(1)}${of}`, tone: 'warning' }]);
  expect(questions[0]?.text).toBe(
    'Contents may have changed since you added them. The current contents are submitted. If you approve, it is paid for, about 3 ETH more.',
  );
});

test('cancelled and changed files, and such as may have been charged for, are one question with each reason', async () => {
  const { approval, questions } = asked([cancelled, rejected, delayed, paused]);
  const all: TriedAgain[] = [
    { id: 1, file: 'changed', size: 300 },
    { id: 2, file: 'changed', size: 300 },
    ...tried(3, 4),
  ];
  expect(await approval.toRetry(all)).toMatchObject({ ok: true, value: [1, 2, 3, 4] });
  expect(questions).toMatchObject([
    {
      title: 'Submit 3 files again?',
      text: [
        'Contents may have changed since you added them. The current contents are submitted.',
        'The service may have this already, or may still submit it.',
        'If the service already has one of them, you pay twice, and that can’t be undone.',
      ].join(' '),
    },
  ]);
});
