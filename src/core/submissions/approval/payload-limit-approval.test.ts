import { expect, test } from 'vitest';
import { separatorsOf } from '../../../shared/amounts.ts';
import type { Question } from '../../../shared/bridge/ipc.ts';
import type { KnownPayloadLimit } from '../../../shared/submissions/parts.ts';
import { Consent, declined } from '../../consent.ts';
import { nothingKnown } from '../parts/part-size.ts';
import { approvePayloadLimit } from './payload-limit-approval.ts';

const MEBIBYTE = 1024 * 1024;

async function set(bytes: number | null, partSize: number, answer = true) {
  const questions: Question[] = [];
  const known: KnownPayloadLimit = { ...nothingKnown, isKnown: true, partSize };
  const parts = {
    consent: new Consent(async (question) => {
      questions.push(question);
      return answer;
    }),
    submissions: { payloadLimit: () => known },
    account: () => ({ name: 'Work', address: 'https://a.example', submitBy: null }),
    separators: () => separatorsOf('en'),
  };
  return { result: await approvePayloadLimit(parts, 'a', bytes), questions };
}

test('smaller parts are asked about, with their size, the size until now, and whose they are', async () => {
  const { result, questions } = await set(1_024, MEBIBYTE);
  expect(result.ok).toBe(true);
  expect(questions.map(({ subject }) => subject)).toEqual([
    'Largest upload: 1,024 bytes\nUntil now: 1,048,576 bytes\nTo https://a.example\nAccount “Work”',
  ]);
});

test('with a no the parts stay as large as they are', async () => {
  expect((await set(1_024, MEBIBYTE, false)).result).toEqual({ ok: false, error: declined });
});

test.each([
  ['as large', MEBIBYTE, MEBIBYTE],
  ['larger', 65_536, 4_096],
  ['as large as where nothing is known', null, 65_536],
])('parts that are %s are not asked about', async (_name, bytes, partSize) => {
  const { result, questions } = await set(bytes, partSize);
  expect(result.ok).toBe(true);
  expect(questions).toEqual([]);
});
