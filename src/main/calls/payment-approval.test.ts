import { describe, expect, test } from 'vitest';
import type { Question } from '../../shared/confirmation.ts';
import type { Item, ItemState, QueueSummary } from '../../shared/submissions.ts';
import { Consent } from '../consent.ts';
import type { TriedAgain } from '../outbox/index.ts';
import { item } from '../outbox/outbox-item.fixture.ts';
import { PaymentApproval } from './payment-approval.ts';

const summary: QueueSummary = {
  files: 0,
  filesDone: 0,
  filesNeedingYou: 0,
  bytes: 0,
  bytesDone: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  waitingFor: null,
  estimate: { cost: { amount: '5', token: 'ETH', decimals: 2 }, balance: null, covered: null },
};

/** `whileAsked` is what happens while the question is open. */
function asked(
  states: readonly ItemState[],
  { answer = true, whileAsked = (): void => undefined, stopLine = null as string | null, names = [] as string[] } = {},
) {
  const items = new Map<number, Item>(
    states.map((state, index) => [
      index + 1,
      { ...item(index + 1, 10, state), name: names[index] ?? `${index + 1}.pdf` },
    ]),
  );
  const questions: Question[] = [];
  const approval = new PaymentApproval({
    consent: new Consent(async (question) => {
      questions.push(question);
      whileAsked();
      return answer;
    }),
    outbox: {
      find: (id) => items.get(id) ?? null,
      price: (_id, size = 125) => ({ amount: `${size}`, token: 'ETH', decimals: 2 }),
      settings: () => ({ atOnce: 'automatic', stopLine }),
      view: () => ({ items: [], progress: [], summary, queueSettings: { atOnce: 'automatic', stopLine } }),
    },
    account: (id) => ({ name: `Account ${id}`, address: `https://${id}.example` }),
    locale: () => 'en',
  });
  return { approval, questions, items };
}

const reason = { code: 'x', message: 'Why.' };
const duplicate: ItemState = {
  kind: 'paused',
  why: { kind: 'duplicate', of: { itemId: 7, name: 'first.pdf', submissionId: 'a', at: '2026-05-03T10:00:00Z' } },
};
const sinceCopy: ItemState = { kind: 'paused', why: { kind: 'since-copy' } };
const beyond: ItemState = { kind: 'paused', why: { kind: 'beyond-stop-line' } };
const paused: ItemState = { kind: 'paused', why: { kind: 'by-person' } };
const failed: ItemState = { kind: 'failed', submissionId: 'a', reason };
const rejected: ItemState = { kind: 'rejected', reason };
const cannotTell: ItemState = {
  kind: 'unsettled',
  since: '2026-05-03T10:00:00Z',
  reason,
  check: { kind: 'cannot-tell', why: 'no-records' },
};
const checking: ItemState = { ...cannotTell, check: { kind: 'checking', until: '2026-05-03T10:02:00Z' } };
const of = '\nTo https://a.example\nAccount “Account a”';
/** With the files that were given. */
const tried = (...which: number[]): TriedAgain[] => which.map((id) => ({ id, file: 'same', size: 125 }));
const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

test('what a person paused goes on without a question', async () => {
  const { approval, questions } = asked([paused, duplicate]);
  expect(await approval.toResume([1, 2], 'by-person')).toMatchObject({ ok: true, value: [1, 2] });
  expect(questions).toEqual([]);
});

test('ten duplicates are one question, with their number and the first names', async () => {
  const { approval, questions } = asked(Array.from({ length: 10 }, () => duplicate));
  expect(await approval.toResume(ids(10), 'duplicate')).toMatchObject({ ok: true, value: ids(10) });
  expect(questions).toMatchObject([
    { title: 'Submit 10 files once more?', subject: `1.pdf\n2.pdf\n3.pdf\nand 7 more${of}` },
  ]);
  expect(questions[0]?.text).toContain('you pay again for each of them');
});

test('one file named many times is one file, with its price', async () => {
  const { approval, questions } = asked([duplicate]);
  expect(await approval.toResume([1, 1, 1], 'duplicate')).toMatchObject({ ok: true, value: [1] });
  expect(questions[0]).toMatchObject({ subject: `1.pdf${of}` });
  expect(questions[0]?.text).toContain('you pay for it again, about 1.25 ETH (125 base units) more');
});

test('a yes counts for those alone that it was asked about', async () => {
  const rig = asked([duplicate, paused], {
    whileAsked: () => rig.items.set(2, { ...item(2, 10, duplicate), name: '2.pdf' }),
  });
  expect(await rig.approval.toResume([1, 2], 'duplicate')).toMatchObject({ ok: true, value: [1] });
});

test('nobody is asked about what waits for nothing, and nothing goes on', async () => {
  const { approval, questions } = asked([paused, checking]);
  expect(await approval.toResume([1, 2, 99], 'duplicate')).toMatchObject({ ok: true, value: [] });
  expect(questions).toEqual([]);
});

test('going beyond the line is asked about, with the line', async () => {
  const { approval, questions } = asked([beyond, beyond], { stopLine: '250', answer: false });
  expect(await approval.toResume([1, 2], 'beyond-stop-line')).toMatchObject({ error: { code: 'declined' } });
  expect(questions[0]?.text).toContain('your line of 2.5 ETH');
});

test('submitting what may have been submitted since a copy is asked about, as what it may be paid for twice', async () => {
  const { approval, questions } = asked([sinceCopy, duplicate], { answer: false });
  expect(await approval.toResume([1, 2], 'since-copy')).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Submit this file?', subject: `1.pdf${of}`, tone: 'warning' }]);
  expect(questions[0]?.text).toContain('you pay for it twice, about 1.25 ETH (125 base units) more');
});

test('trying again what was never accepted is not asked about', async () => {
  const { approval, questions } = asked([rejected, { kind: 'cancelled' }, paused]);
  expect(await approval.toRetry(tried(1, 2, 3))).toMatchObject({ ok: true, value: [1, 2, 3] });
  expect(questions).toEqual([]);
});

test('trying again what the service took and gave up on is asked about, and a no holds the others too', async () => {
  const { approval, questions } = asked([failed, rejected], { answer: false });
  expect(await approval.toRetry(tried(1, 2))).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ subject: `1.pdf${of}`, tone: 'warning' }]);
});

test.each(['answered-for-nothing', 'answers-keep-getting-lost'])(
  'trying again what was refused as %s is asked about: it may have been charged',
  async (code) => {
    const { approval, questions } = asked([{ kind: 'rejected', reason: { code, message: 'Why.' } }], { answer: false });
    expect(await approval.toRetry(tried(1))).toMatchObject({ error: { code: 'declined' } });
    expect(questions[0]?.text).toContain('may have charged for it already');
  },
);

test('what fails while the question is open is not tried again with it', async () => {
  const rig = asked([failed, rejected, rejected], {
    whileAsked: () => rig.items.set(2, { ...item(2, 10, failed), name: '2.pdf' }),
  });
  expect(await rig.approval.toRetry(tried(1, 2, 3))).toMatchObject({ ok: true, value: [1, 3] });
});

test.each([
  ['unchecked', 'The service could not be asked about this id'],
  ['no-hash', 'The service knows this id, but its record of it has no hash'],
  ['hash-unknown', 'The service knows this id, but the hash in its record can’t be compared'],
] as const)('an id that is %s is asked about, with the file, the whole id and why', async (check, why) => {
  const { approval, questions } = asked([cannotTell], { answer: false });
  expect(await approval.toVouchFor(1, '3f2504e0-4f89-41d3-9a0c-0305e82c3301', check)).toMatchObject({
    error: { code: 'declined' },
  });
  expect(questions).toMatchObject([
    {
      subject: `1.pdf\nId: 3f2504e0-4f89-41d3-9a0c-0305e82c3301${of}`,
      text: expect.stringContaining(why),
      tone: 'warning',
    },
  ]);
});

test('that an uncertain file did not arrive is asked about at once, that it did only where nobody can check it', async () => {
  const { approval, questions } = asked([cannotTell], { answer: false });
  expect(await approval.toSettle({ id: 1, verdict: { kind: 'went-through', submissionId: 'a' } })).toMatchObject({
    ok: true,
  });
  expect(questions).toEqual([]);
  expect(await approval.toSettle({ id: 1, verdict: { kind: 'did-not' } })).toMatchObject({
    error: { code: 'declined' },
  });
  expect(questions[0]?.text).toContain(
    'you pay for it twice, about 1.25 ETH (125 base units) more, and nobody can undo that',
  );
});

test('what is not to be decided now is refused by the queue, without a question', async () => {
  const { approval, questions } = asked([checking, paused]);
  for (const id of [1, 2, 99]) {
    expect(await approval.toSettle({ id, verdict: { kind: 'did-not' } })).toMatchObject({ ok: true });
  }
  expect(questions).toEqual([]);
});

test.each([
  ['being checked', checking],
  ['for the person to settle', cannotTell],
])('what may have been paid for and is %s leaves the list only with a yes', async (_what, state) => {
  const { approval, questions } = asked([state, rejected], { answer: false });
  expect(await approval.toRemove([1, 2])).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    { title: 'Remove this file from the list?', subject: `1.pdf${of}`, tone: 'warning' },
  ]);
});

test('what is certain leaves the list without a question', async () => {
  const { approval, questions } = asked([rejected, failed, paused]);
  expect(await approval.toRemove([1, 2, 3])).toMatchObject({ ok: true, value: [1, 2, 3] });
  expect(questions).toEqual([]);
});

test('what is lost while the question is open does not leave the list with it', async () => {
  const rig = asked([cannotTell, rejected, paused], {
    whileAsked: () => rig.items.set(3, item(3, 10, cannotTell)),
  });
  expect(await rig.approval.toRemove([1, 2, 3])).toMatchObject({ ok: true, value: [1, 2] });
});

test.each([
  ['a lower line', '250', '100', 0],
  ['the same line', '250', '250', 0],
  ['a first line', null, '250', 0],
  ['a higher line', '250', '1000', 1],
  ['no line', '250', null, 1],
])('%s is asked about only where more may be spent by it', async (_what, from, to, questionsAsked) => {
  const { approval, questions } = asked([], { stopLine: from });
  expect(await approval.toSet('a', { atOnce: 'automatic', stopLine: to })).toMatchObject({ ok: true });
  expect(questions).toHaveLength(questionsAsked);
});

test('a name cannot pretend to be another line, nor turn the reading direction', async () => {
  const { approval, questions } = asked([duplicate], { names: ['a\nand 9 more\u202Efdp.exe'] });
  await approval.toResume([1], 'duplicate');
  expect(questions[0]?.subject).toBe(`a\ufffdand 9 more\ufffdfdp.exe${of}`);
});

test('what lies at a file’s path now is asked about where that is not what was given, with its price', async () => {
  const { approval, questions } = asked([{ kind: 'cancelled' }, rejected], { answer: false });
  const changed: TriedAgain[] = [{ id: 1, file: 'changed', size: 300 }, ...tried(2)];
  expect(await approval.toRetry(changed)).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([{ title: 'Send this file as it is now?', subject: `1.pdf${of}`, tone: 'warning' }]);
  expect(questions[0]?.text).toBe(
    'It has changed since it was given to Dropslip. What is in it now is submitted and paid for, about 3 ETH (300 base units) more.',
  );
});

test('a file of which too little is known to tell is asked about as one that may have changed', async () => {
  const { approval, questions } = asked([{ kind: 'cancelled' }]);
  expect(await approval.toRetry([{ id: 1, file: 'unknown', size: 300 }])).toMatchObject({ ok: true, value: [1] });
  expect(questions[0]?.text).toContain('It may have changed since it was given to Dropslip.');
});

test('changed files and such as may have been charged for are one question, with how many there are of each', async () => {
  const { approval, questions } = asked([{ kind: 'cancelled' }, rejected, failed, paused]);
  const all: TriedAgain[] = [
    { id: 1, file: 'changed', size: 300 },
    { id: 2, file: 'changed', size: 300 },
    ...tried(3, 4),
  ];
  expect(await approval.toRetry(all)).toMatchObject({ ok: true, value: [1, 2, 3, 4] });
  expect(questions).toMatchObject([{ title: 'Send 3 files as they are now?' }]);
  expect(questions[0]?.text).toContain('2 of them have changed since they were given to Dropslip.');
  expect(questions[0]?.text).toContain('may have charged for 1 of them already');
});

describe('a call that names files of two accounts spends from neither', () => {
  const two = (state: ItemState) => {
    const rig = asked([state, state]);
    rig.items.set(2, { ...item(2, 10, state), accountId: 'b' });
    return rig;
  };

  test.each([
    ['to pay again', duplicate, 'duplicate'],
    ['to go beyond the line', beyond, 'beyond-stop-line'],
    ['to send what may have been sent', sinceCopy, 'since-copy'],
  ] as const)('%s', async (_what, state, why) => {
    const { approval, questions } = two(state);
    expect(await approval.toResume([1, 2], why)).toMatchObject({ error: { code: 'several-accounts' } });
    expect(questions).toEqual([]);
  });

  test('to try again', async () => {
    const { approval, questions } = two(failed);
    expect(await approval.toRetry(tried(1, 2))).toMatchObject({ error: { code: 'several-accounts' } });
    expect(questions).toEqual([]);
  });
});

test('a higher line is asked about with whose it is', async () => {
  const { approval, questions } = asked([], { stopLine: '250' });
  await approval.toSet('a', { atOnce: 'automatic', stopLine: '1000' });
  expect(questions[0]?.subject).toBe(
    `Ask me beyond: 10 ETH (1,000 base units)\nUntil now: 2.5 ETH (250 base units)${of}`,
  );
});

test('that an uncertain file did not arrive is asked about with whose it is', async () => {
  const { approval, questions } = asked([cannotTell]);
  await approval.toSettle({ id: 1, verdict: { kind: 'did-not' } });
  expect(questions[0]?.subject).toBe(`1.pdf${of}`);
});
