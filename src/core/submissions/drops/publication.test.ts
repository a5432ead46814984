import { expect, test } from 'vitest';
import type { Question } from '../../../shared/bridge/ipc.ts';
import { failure, success } from '../../../shared/failures/failure.ts';
import { Consent } from '../../consent.ts';
import { approvePublic } from './calls.ts';

const service = { id: 'work', name: 'Work', address: 'https://host/', kind: 'service' } as const;

function open({ isDiskFull = false } = {}) {
  const state = { confirms: true };
  const told = new Set<string>();
  const questions: Question[] = [];
  const consent = new Consent(async (question) => {
    questions.push(question);
    return state.confirms;
  });
  const approvals = {
    hasApprovedPublic: (accountId: string) => told.has(accountId),
    recordPublicApproval: async (accountId: string) => {
      if (isDiskFull) throw new Error('database or disk is full');
      told.add(accountId);
    },
  };
  const approve = (id: string, privatePaths?: readonly string[]) =>
    approvePublic({ ...service, id, kind: id === 'practice' ? id : 'service' }, approvals, consent, privatePaths);
  return { approve, state, told, questions };
}

test('before the first files of an account a person is told once that anybody can read them, for good', async () => {
  const { approve, questions } = open();
  expect(await approve('work')).toEqual(success(null));
  expect(await approve('work')).toEqual(success(null));
  expect(questions).toHaveLength(1);
  expect(questions[0]?.text).toContain('Anybody can read what you submit, permanently');
  expect(questions[0]?.subject).toContain('Work');
  expect(await approve('other')).toEqual(success(null));
  expect(questions).toHaveLength(2);
});

test('nothing is taken in after a no, and the next drop asks again', async () => {
  const { approve, state, told, questions } = open();
  state.confirms = false;
  expect(await approve('work')).toEqual(failure({ code: 'declined' }));
  expect(told.size).toBe(0);
  state.confirms = true;
  expect(await approve('work')).toEqual(success(null));
  expect(questions).toHaveLength(2);
});

test('a yes that cannot be written down is none', async () => {
  const { approve } = open({ isDiskFull: true });
  expect(await approve('work')).toMatchObject({ ok: false, error: { code: 'not-written' } });
});

test('on the practice account there is nothing to tell', async () => {
  const { approve, questions } = open();
  expect(await approve('practice')).toEqual(success(null));
  expect(questions).toHaveLength(0);
});

test('what was to be kept private goes out for anybody only with an approval each time', async () => {
  const { approve, state, questions } = open();
  expect(await approve('work')).toEqual(success(null));
  state.confirms = false;
  for (const accountId of ['work', 'work', 'practice']) {
    expect(await approve(accountId, ['/home/ada/Letter to Tom.docx', '/home/ada/b'])).toMatchObject({
      error: { code: 'declined' },
    });
  }
  const [, ...asked] = questions.map(({ subject }) => subject);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('“Letter to Tom.docx”\nand 1 more');
});
