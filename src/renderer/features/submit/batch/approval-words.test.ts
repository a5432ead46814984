import { expect, test } from 'vitest';
import { publicWords } from '../../../../shared/messages/questions/privacy-questions.ts';
import { approvalSpoken, approvalWords, beyondLimitWords } from './approval-words.ts';

const token = { lastFour: 'zb7a', expiresAt: null };
const work = {
  kind: 'service',
  name: 'Work',
  submitBy: { variant: 'api-key' },
  credentials: { apiKey: token, accessToken: token },
} as const;
const withoutToken = { ...work, credentials: { apiKey: token, accessToken: null } };
const ether = { token: 'ethereum', decimals: 18 };
const cost = { amount: '30934567890123456', ...ether };
const unapproved = {
  rows: 1_450,
  files: 1_450,
  submissions: 1_450,
  bytes: 37_958_451,
  estimate: { cost, balance: '1', covered: null },
  adding: false,
  ahead: 0,
  isBeyondLimit: false,
};
const limit = {
  limit: { amount: '20000000000000000', ...ether },
  spent: { amount: '1000000000000000', ...ether },
  isOtherToken: false,
};

test('a drop says how many files, about what they cost and who pays', () => {
  const words = approvalWords(unapproved, null, work);
  expect(words.facts.join(' · ')).toBe('1,450 files · about 0.031 ethereum · paid by Work');
  expect(words.notes).toEqual([{ text: '38 MB, paid with the API key.', tone: 'plain' }]);
  expect(words.submit).toBe('Submit');
});

test('what takes more or fewer submissions than it has files says how many', () => {
  const film = { ...unapproved, rows: 1, files: 1, submissions: 5_001 };
  expect(approvalWords(film, null, work)).toMatchObject({
    facts: ['1 file in 5,001 submissions', 'about 0.031 ethereum', 'paid by Work'],
    submitOne: null,
  });
  const { facts } = approvalWords({ ...unapproved, rows: 1, files: 214, submissions: 1 }, null, work);
  expect(facts[0]).toBe('214 files in 1 submission');
  expect(beyondLimitWords(film, null).text).toBe('1 file in 5,001 submissions waits for your approval.');
});

test('an account that asks a token to pay names it', () => {
  const { notes } = approvalWords(unapproved, null, {
    ...work,
    submitBy: { variant: 'access-token', token: 'usd-coin' },
  });
  expect(notes[0]?.text).toBe('38 MB, paid with usd-coin.');
});

test('a price that only files of one size have told is said to be the most that it can be', () => {
  const words = approvalWords(
    { ...unapproved, estimate: { cost, balance: null, covered: null, atMost: true } },
    null,
    work,
  );
  expect(words.facts[1]).toBe('at most 0.031 ethereum');
  expect(words.notes.map(({ text }) => text)).toContain(
    'It may be much less: so far, the cost is known for one file size only.',
  );
  const beyond = {
    ...unapproved,
    estimate: { cost, balance: null, covered: null, atMost: true },
    isBeyondLimit: true,
  } as const;
  expect(approvalWords(beyond, limit, work).notes.at(-1)?.text).toMatch(
    /^With them this drop may cost more than its limit/,
  );
});

test('without a price one of many files is offered to learn it by, beside all of them', () => {
  const unknown = { ...unapproved, estimate: null };
  const words = approvalWords(unknown, null, work);
  expect(words.facts).toEqual(['1,450 files', 'cost unknown', 'paid by Work']);
  expect(words).toMatchObject({ submitOne: 'Submit one to learn the cost', submit: 'Submit all' });
  expect(approvalWords({ ...unknown, rows: 1, files: 1, submissions: 1 }, null, work)).toMatchObject({
    submitOne: null,
    submit: 'Submit',
  });
  expect(approvalWords(unapproved, null, work)).toMatchObject({ submitOne: null, submit: 'Submit' });
});

test('while the cost of one that went ahead is awaited, the others say so, and no second one is offered', () => {
  const words = approvalWords({ ...unapproved, estimate: null, ahead: 1 }, null, work);
  expect(words).toMatchObject({ submitOne: null, submit: 'Submit all' });
  expect(words.notes.at(-1)?.text).toBe('1 file submitted first: the cost is shown here once it is in a block.');
});

test('an account that can’t see costs is promised none, and no file is sent to learn them', () => {
  const words = approvalWords({ ...unapproved, estimate: null, ahead: 1 }, null, withoutToken);
  expect(words).toMatchObject({ submitOne: null, submit: 'Submit' });
  expect(words.facts[1]).toBe('cost unknown');
  expect(words.notes.at(-1)?.text).toBe('This account can’t see costs. Add an access token to see them.');
});

test.each([
  [true, 'The balance covers it.', 'plain'],
  [false, 'The balance does not cover it: make a deposit, or submit fewer files.', 'warn'],
] as const)('whether the balance is enough is said (%s)', (covered, text, tone) => {
  const { notes } = approvalWords({ ...unapproved, estimate: { cost, balance: '1', covered } }, null, work);
  expect(notes).toContainEqual({ text, tone });
});

test('beyond the limit of a drop the bar has the cost and the limit, and each of them once', () => {
  const words = approvalWords({ ...unapproved, isBeyondLimit: true }, limit, work);
  expect(words.notes.at(-1)).toEqual({
    text: 'With them this drop costs more than its limit of 0.02 ethereum.',
    tone: 'warn',
  });
  expect(words.submit).toBe('Submit…');
});

test('files that go unencrypted from a paid account say that anybody can read them', () => {
  const note = { text: publicWords, tone: 'plain' };
  expect(approvalWords(unapproved, null, work, true).notes).toContainEqual(note);
  expect(approvalWords(unapproved, null, work, false).notes).not.toContainEqual(note);
  expect(approvalWords(unapproved, null, { ...work, kind: 'practice' }, true).notes).not.toContainEqual(note);
});

test('the practice account says that nothing real is spent', () => {
  const { notes } = approvalWords(unapproved, null, { ...work, kind: 'practice' });
  expect(notes).toContainEqual({ text: 'Nothing real is spent.', tone: 'plain' });
});

test('while more is added the number is one so far', () => {
  expect(approvalWords({ ...unapproved, adding: true }, null, work).facts[0]).toBe('1,450 files so far');
});

test('who hears it hears all of it', () => {
  expect(approvalSpoken(approvalWords(unapproved, null, work))).toBe(
    'Waiting for your approval: 1,450 files, about 0.031 ethereum, paid by Work. 38 MB, paid with the API key.',
  );
});

test('files that the limit holds back name the limit, and their cost on the button alone', () => {
  const held = {
    rows: 12,
    files: 12,
    submissions: 12,
    bytes: 1_200,
    estimate: { cost: { ...cost, amount: '300000000000000' }, balance: null, covered: null },
  };
  expect(beyondLimitWords(held, limit)).toEqual({
    text: '12 files wait for your approval. With them this drop costs more than its limit of 0.02 ethereum.',
    submit: 'Submit 12 files for about 0.0003 ethereum…',
  });
  expect(beyondLimitWords({ ...held, rows: 1, files: 1, submissions: 1, estimate: null }, limit)).toEqual({
    text: '1 file waits for your approval. The cost is unknown, and this drop has a limit of 0.02 ethereum.',
    submit: 'Submit 1 file…',
  });
});

test('a limit of another token is told as it is, and never compared with what is paid now', () => {
  const other = { ...limit, isOtherToken: true };
  const { notes, submit } = approvalWords({ ...unapproved, isBeyondLimit: true }, other, work);
  const text = 'A different token pays than the one of your spending limit of 0.02 ethereum.';
  expect(notes.at(-1)).toEqual({ text, tone: 'warn' });
  expect(submit).toBe('Submit…');
  expect(beyondLimitWords(unapproved, other).text).toContain(`1,450 files wait for your approval. ${text}`);
});
