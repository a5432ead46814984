import { expect, test } from 'vitest';
import type { Question } from '../shared/bridge/ipc.ts';
import { Consent, declined } from './consent.ts';

const remove: Question = {
  title: 'Remove this account?',
  text: 'Its key is forgotten.',
  subject: 'Work',
  confirm: 'Remove account',
  tone: 'warning',
};
const spend: Question = { ...remove, title: 'Submit this file again?', confirm: 'Submit it' };
const refused = { ok: false, error: { code: 'declined' } };

test('a call that finds a question open ends before that one is answered', async () => {
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
  expect(questions).toEqual([remove]);
});

test('a declined question can be asked again at once', async () => {
  let approves = false;
  const consent = new Consent(async () => approves);
  for (let time = 0; time < 5; time += 1) expect(await consent.ask(remove, declined)).toMatchObject(refused);
  approves = true;
  expect(await consent.ask(remove, declined)).toMatchObject({ ok: true });
});

test('a withdrawn question closes as declined', async () => {
  const consent = new Consent(
    (_question, withdrawn) =>
      new Promise((resolve) => withdrawn?.addEventListener('abort', () => resolve(false), { once: true })),
  );
  const withdrawing = new AbortController();
  const asking = consent.ask(remove, declined, withdrawing.signal);
  withdrawing.abort();
  expect(await asking).toMatchObject(refused);
});

test('a question that could not be shown leaves no question open', async () => {
  let fails = true;
  const consent = new Consent(async () => {
    if (fails) throw new Error('No window.');
    return true;
  });
  await expect(consent.ask(remove, declined)).rejects.toThrow('No window.');
  fails = false;
  expect(await consent.ask(remove, declined)).toMatchObject({ ok: true });
});
