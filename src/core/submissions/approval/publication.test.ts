import { expect, test } from 'vitest';
import type { Question } from '../../../shared/bridge/ipc.ts';
import { failure, success } from '../../../shared/failures/failure.ts';
import { Publication } from './publication.ts';

const service = { name: 'Work', address: 'https://host/', kind: 'service' } as const;

function open({ isDiskFull = false } = {}) {
  const state = { confirms: true };
  const told = new Set<string>();
  const questions: Question[] = [];
  const publication = new Publication({
    consent: {
      ask: async (question, refusal) => {
        questions.push(question);
        return state.confirms ? success(null) : failure(refusal);
      },
    },
    account: (accountId) => (accountId === 'practice' ? { ...service, kind: 'practice' } : service),
    privacy: {
      hasApprovedPublic: (accountId) => told.has(accountId),
      recordPublicApproval: async (accountId) => {
        if (isDiskFull) throw new Error('database or disk is full');
        told.add(accountId);
      },
    },
  });
  return { publication, state, told, questions };
}

test('before the first files of an account a person is told once that anybody can read them, for good', async () => {
  const { publication, questions } = open();
  expect(await publication.approvePublic('work')).toEqual(success(null));
  expect(await publication.approvePublic('work')).toEqual(success(null));
  expect(questions).toHaveLength(1);
  expect(questions[0]?.text).toContain('Anybody can read what you submit, permanently');
  expect(questions[0]?.subject).toContain('Work');
  expect(await publication.approvePublic('other')).toEqual(success(null));
  expect(questions).toHaveLength(2);
});

test('nothing is taken in after a no, and the next drop asks again', async () => {
  const { publication, state, told, questions } = open();
  state.confirms = false;
  expect(await publication.approvePublic('work')).toEqual(failure({ code: 'declined' }));
  expect(told.size).toBe(0);
  state.confirms = true;
  expect(await publication.approvePublic('work')).toEqual(success(null));
  expect(questions).toHaveLength(2);
});

test('a yes that cannot be written down is none', async () => {
  const { publication } = open({ isDiskFull: true });
  expect(await publication.approvePublic('work')).toMatchObject({ ok: false, error: { code: 'not-written' } });
});

test('on the practice account there is nothing to tell', async () => {
  const { publication, questions } = open();
  expect(await publication.approvePublic('practice')).toEqual(success(null));
  expect(questions).toHaveLength(0);
});

test('what was to be kept private goes out for anybody only with an approval each time', async () => {
  const { publication, state, questions } = open();
  expect(await publication.approvePublic('work')).toEqual(success(null));
  state.confirms = false;
  for (const accountId of ['work', 'work', 'practice']) {
    expect(await publication.approvePublic(accountId, ['/home/ada/Letter to Tom.docx', '/home/ada/b'])).toMatchObject({
      error: { code: 'declined' },
    });
  }
  const [, ...asked] = questions.map(({ subject }) => subject);
  expect(asked).toHaveLength(3);
  expect(asked[0]).toContain('“Letter to Tom.docx”\nand 1 more');
});
