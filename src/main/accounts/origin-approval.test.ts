import { expect, test } from 'vitest';
import type { Question } from '../../shared/confirmation.ts';
import { createOriginApproval } from './origin-approval.ts';

function asked(answers: readonly boolean[], known: readonly string[] = []) {
  const questions: Question[] = [];
  const left = [...answers];
  const approve = createOriginApproval(
    async (question) => {
      questions.push(question);
      return left.shift() ?? false;
    },
    () => known,
  );
  return { approve, questions };
}

const at = (address: string, submitAddress: string | null = null) => ({ address, submitAddress });

test('a new origin is asked about once, whatever its paths', async () => {
  const { approve, questions } = asked([true]);
  expect(await approve(at('https://service.example/one'))).toMatchObject({ ok: true });
  expect(await approve(at('https://service.example/two'))).toMatchObject({ ok: true });
  expect(questions).toMatchObject([{ subject: 'https://service.example', tone: 'plain' }]);
});

test('http in the clear is asked about with a warning; on this machine it is not in the clear', async () => {
  const { approve, questions } = asked([true, true]);
  await approve(at('http://service.example'));
  await approve(at('http://127.0.0.1:8000'));
  expect(questions).toMatchObject([
    { subject: 'http://service.example', tone: 'warning' },
    { subject: 'http://127.0.0.1:8000', tone: 'plain' },
  ]);
});

test('the origins of existing accounts are not asked about', async () => {
  const { approve, questions } = asked([], ['https://service.example']);
  expect(await approve(at('https://service.example'))).toMatchObject({ ok: true });
  expect(questions).toEqual([]);
});

test('both addresses are asked about, and one “no” is enough', async () => {
  const { approve, questions } = asked([true, false]);
  expect(await approve(at('https://service.example', 'https://submit.example'))).toMatchObject({
    error: { code: 'address-declined' },
  });
  expect(questions.map(({ subject }) => subject)).toEqual(['https://service.example', 'https://submit.example']);
});

test('what was declined is asked about again', async () => {
  const { approve, questions } = asked([false, true]);
  await approve(at('https://service.example'));
  expect(await approve(at('https://service.example'))).toMatchObject({ ok: true });
  expect(questions).toHaveLength(2);
});

test('a name that only looks like another is shown as it is on the wire', async () => {
  const { approve, questions } = asked([true]);
  await approve(at('https://sеrvice.example'));
  expect(questions[0]?.subject).toMatch(/^https:\/\/xn--/);
});

test('while one question is open there is no other', async () => {
  let answer: (confirmed: boolean) => void = () => undefined;
  const approve = createOriginApproval(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    () => [],
  );
  const first = approve(at('https://one.example'));
  expect(await approve(at('https://two.example'))).toMatchObject({ error: { code: 'question-open' } });
  answer(true);
  expect(await first).toMatchObject({ ok: true });
});
