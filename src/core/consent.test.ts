import { expect, test } from 'vitest';
import type { Question } from '../shared/bridge/ipc.ts';
import { Consent, declined } from './consent.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const remove: Question = {
  title: 'Remove this account?',
  text: 'Its key is forgotten.',
  subject: 'Work',
  confirm: 'Remove account',
  tone: 'warning',
};
const spend: Question = { ...remove, title: 'Submit this file again?', confirm: 'Submit it' };

/** A person who answers as the test says, on a clock that moves only as the test says. */
function asked() {
  const questions: Question[] = [];
  const clock = { now: 5_000_000 };
  let says = false;
  const consent = new Consent(
    async (question) => {
      questions.push(question);
      return says;
    },
    () => clock.now,
  );
  const answered = (answer: boolean, question = remove) => {
    says = answer;
    return consent.ask(question, declined);
  };
  return {
    questions,
    pass: (ms: number) => {
      clock.now += ms;
    },
    no: (question?: Question) => answered(false, question),
    yes: (question?: Question) => answered(true, question),
  };
}

const refused = { ok: false, error: { code: 'declined' } };
const paused = { ok: false, error: { code: 'questions-paused' } };

test('after two noes no question is asked for half a minute, whatever they and it are about', async () => {
  const { questions, pass, no, yes } = asked();
  expect(await no(remove)).toMatchObject(refused);
  expect(await no(spend)).toMatchObject(refused);
  expect(await yes(remove)).toMatchObject(paused);
  pass(30 * SECOND - 1);
  expect(await yes(spend)).toMatchObject(paused);
  expect(questions).toHaveLength(2);
  pass(1);
  expect(await yes(spend)).toMatchObject({ ok: true });
});

test('the refusal says why, for how long, and what to do then', async () => {
  const { pass, no } = asked();
  await no();
  await no();
  pass(18_300);
  expect(await no()).toMatchObject({
    error: { code: 'questions-paused', values: { seconds: 12, noes: 2 } },
  });
});

test('each further no doubles the pause, up to five minutes', async () => {
  const { pass, no, yes } = asked();
  await no();
  await no();
  for (const left of [30 * SECOND, 60 * SECOND, 2 * MINUTE, 4 * MINUTE, 5 * MINUTE, 5 * MINUTE]) {
    expect(await yes()).toMatchObject({ error: { values: { seconds: left / SECOND } } });
    pass(left - 1);
    expect(await yes()).toMatchObject({ error: { values: { seconds: 1 } } });
    pass(1);
    expect(await no()).toMatchObject(refused);
  }
});

test('what is asked for during a pause does not make it longer', async () => {
  const { pass, no, yes } = asked();
  await no();
  await no();
  for (let second = 0; second < 30; second += 1) {
    expect(await yes()).toMatchObject(paused);
    pass(SECOND);
  }
  expect(await yes()).toMatchObject({ ok: true });
});

test('after a yes the noes count from the beginning', async () => {
  const { pass, no, yes } = asked();
  await no();
  await no();
  pass(30 * SECOND);
  await yes();
  expect(await no()).toMatchObject(refused);
  expect(await no()).toMatchObject(refused);
  expect(await no()).toMatchObject({ error: { values: { seconds: 30 } } });
});

test('a no is forgotten ten minutes after it', async () => {
  const { pass, no, yes } = asked();
  await no();
  pass(10 * MINUTE);
  expect(await no()).toMatchObject(refused);
  expect(await yes()).toMatchObject({ ok: true });
});

test('a question after several noes says so, and what to do with one that comes by itself', async () => {
  const { questions, pass, no, yes } = asked();
  await no();
  await no();
  pass(30 * SECOND);
  await no();
  pass(MINUTE);
  await yes();
  await yes();
  expect(questions.map(({ text }) => text.slice(remove.text.length))).toEqual([
    '',
    '',
    ' You declined the last two questions. If you did not start this one, choose Cancel.',
    ' You declined the last 3 questions. If you did not start this one, choose Cancel.',
    '',
  ]);
});

test('no question waits behind another: what is asked for while one is open ends before that is answered', async () => {
  let answer: (confirmed: boolean) => void = () => undefined;
  const questions: Question[] = [];
  const consent = new Consent((question) => {
    questions.push(question);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const first = consent.ask(remove, declined);
  expect(await consent.ask(spend, declined)).toMatchObject({ error: { code: 'question-open' } });
  answer(false);
  expect(await first).toMatchObject(refused);
  expect(questions).toHaveLength(1);
});

test('a question that is withdrawn closes as a no, and counts as one', async () => {
  const clock = { now: 0 };
  const consent = new Consent(
    (_question, withdrawn) =>
      new Promise((resolve) => withdrawn?.addEventListener('abort', () => resolve(false), { once: true })),
    () => clock.now,
  );
  for (const expected of [refused, refused, paused]) {
    const withdrawing = new AbortController();
    const asking = consent.ask(remove, declined, withdrawing.signal);
    withdrawing.abort();
    expect(await asking).toMatchObject(expected);
  }
});
