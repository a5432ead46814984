import { expect, test } from 'vitest';
import type { CallInputs } from '../../../shared/bridge/bridge.ts';
import { submission } from '../journal/submission.fixture.ts';
import { asked, duplicate, ids, of, paused, unapproved } from './payment-approval.fixture.ts';

/** The figures that the window shows for two files. */
const shown: CallInputs['submissions.approve'] = {
  ids: [1, 2],
  accountId: 'a',
  address: 'https://a.example',
  submitBy: { variant: 'api-key' },
  cost: { amount: '10', token: 'ETH' },
};

test('a yes to what was shown is good without another question', async () => {
  const { approval, questions } = asked([unapproved, unapproved]);
  expect(await approval.toApprove(shown)).toEqual({ ok: true, value: { ids: [1, 2], beyondLimit: false } });
  expect(questions).toEqual([]);
});

test('a yes lets go nothing that waits for another word, nor files of another account', async () => {
  const rig = asked([unapproved, duplicate, paused, unapproved]);
  rig.all.set(4, { ...submission(4, 10, unapproved), accountId: 'b' });
  expect(await rig.approval.toApprove({ ...shown, ids: ids(5) })).toMatchObject({ ok: true, value: { ids: [1] } });
});

test.each([
  ['the account is at another service', { account: () => ({ address: 'https://elsewhere.example' }) }],
  ['another credential pays', { submitBy: { variant: 'access-token', token: 'ETH' } }],
] as const)('a yes is void where %s by now', async (_what, now) => {
  const { approval, progressResent } = asked([unapproved, unapproved], now);
  expect(await approval.toApprove(shown)).toMatchObject({ ok: false, error: { code: 'not-as-shown' } });
  // The window shows the new figures, and the next approval covers them.
  expect(progressResent.count).toBe(1);
});

test.each([
  ['less than they cost by now', '9', false],
  ['what nobody knew', null, false],
  ['what is no amount', 'ten', false],
  ['just that', '10', true],
  ['more', '11', true],
] as const)('a yes to %s is as good as what was shown', async (_what, amount, ok) => {
  const { approval } = asked([unapproved, unapproved]);
  expect(await approval.toApprove({ ...shown, cost: amount === null ? null : { amount, token: 'ETH' } })).toMatchObject(
    { ok },
  );
});

test.each(['DUST', null])('a yes to as many base units of another token (%s) is none to these', async (token) => {
  const { approval, progressResent } = asked([unapproved, unapproved]);
  const answer = await approval.toApprove({ ...shown, cost: { amount: '10', token } });
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-as-shown' } });
  expect(progressResent.count).toBe(1);
});

test('a window that names no address approves nothing of an account that has one', async () => {
  const { approval } = asked([unapproved, unapproved]);
  expect(await approval.toApprove({ ...shown, address: null })).toMatchObject({ error: { code: 'not-as-shown' } });
});

test('what goes beyond the spending limit takes a yes in main’s window, with all figures and who pays', async () => {
  const { approval, questions } = asked([unapproved, unapproved], { spendingLimit: { amount: '7', token: null } });
  expect(await approval.toApprove(shown)).toEqual({ ok: true, value: { ids: [1, 2], beyondLimit: true } });
  expect(questions).toMatchObject([
    {
      title: 'Submit 2 files beyond your spending limit?',
      subject: `File “1.pdf”\nFile “2.pdf”\nIn “/given”${of}\nPays with the API key`,
    },
  ]);
  expect(questions[0]?.text).toContain('These files cost about 0.1 ETH.');
});

test('a no to going beyond the spending limit lets nothing go', async () => {
  const { approval } = asked([unapproved, unapproved], { spendingLimit: { amount: '7', token: null }, answer: false });
  expect(await approval.toApprove(shown)).toMatchObject({ error: { code: 'declined' } });
});
