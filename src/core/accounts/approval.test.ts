import { expect, test } from 'vitest';
import type { Question } from '../../shared/bridge/ipc.ts';
import { Consent } from '../consent.ts';
import type { KnownAddresses } from './addresses.ts';
import { Approval } from './approval.ts';
import type { GivenSecret } from './credential.ts';

function asked(answers: readonly boolean[], known: readonly KnownAddresses[] = []) {
  const questions: Question[] = [];
  const left = [...answers];
  const consent = new Consent(async (question) => {
    questions.push(question);
    return left.shift() ?? false;
  });
  const approval = new Approval(consent, () => known);
  return { approval, questions };
}

const at = (address: string, changes: Partial<KnownAddresses> = {}): KnownAddresses => ({
  address,
  submitAddress: null,
  ...changes,
});
const work = { id: 'a1', name: 'Work', ...at('https://service.example/one') };

test('a new address is asked about once, and another path of it again', async () => {
  const { approval, questions } = asked([true, true]);
  await approval.toTry(at('https://service.example/one'), 'Work', []);
  expect(await approval.toTry(at('https://service.example/one'), 'Work', [])).toMatchObject({ ok: true });
  expect(await approval.toTry(at('https://service.example/two'), 'Work', [])).toMatchObject({ ok: true });
  expect(questions.map(({ subject }) => subject)).toEqual([
    'https://service.example/one\nAccount “Work”',
    'https://service.example/two\nAccount “Work”',
  ]);
});

test('http in the clear is asked about with a warning; on this machine it is not in the clear', async () => {
  const { approval, questions } = asked([true, true]);
  await approval.toTry(at('http://service.example'), 'Work', []);
  await approval.toTry(at('http://127.0.0.1:8000'), 'Work', []);
  expect(questions).toMatchObject([
    { subject: 'http://service.example (not encrypted)\nAccount “Work”', tone: 'warning' },
    { subject: 'http://127.0.0.1:8000\nAccount “Work”', tone: 'plain' },
  ]);
});

test('an address in the clear is shown with that in every question that names it', async () => {
  const { approval, questions } = asked([true, true, true, true]);
  const clear = { ...work, ...at('http://service.example/one') };
  await approval.toAdd(clear, 'Work', []);
  await approval.toUse(clear, []);
  await approval.toRemove(clear, []);
  await approval.toMove(clear, at('https://service.example'), []);
  expect(questions).toHaveLength(4);
  for (const { subject } of questions) expect(subject).toContain('http://service.example/one (not encrypted)');
});

test('both addresses are in one question', async () => {
  const { approval, questions } = asked([false]);
  const place = at('https://service.example', { submitAddress: 'https://submit.example' });
  expect(await approval.toTry(place, 'Work', [])).toMatchObject({ error: { code: 'declined' } });
  expect(questions).toMatchObject([
    { subject: 'https://service.example\nSubmissions: https://submit.example\nAccount “Work”' },
  ]);
});

test('a move says from where, since two accounts may have one name', async () => {
  const { approval, questions } = asked([true]);
  await approval.toMove(work, at('https://elsewhere.example'), []);
  expect(questions[0]?.subject).toBe(
    'https://elsewhere.example\nAccount “Work”\nUntil now at https://service.example/one',
  );
});

test('a token is asked about by its whole address', async () => {
  const { approval, questions } = asked([true]);
  const token = `0x${'ab'.repeat(32)}`;
  await approval.toPayBy(work, { variant: 'access-token', token });
  expect(questions[0]?.subject).toContain(`Pays with “${token}”`);
});

test('what was declined is asked about again', async () => {
  const { approval, questions } = asked([false, true]);
  await approval.toTry(at('https://service.example'), 'Work', []);
  expect(await approval.toTry(at('https://service.example'), 'Work', [])).toMatchObject({ ok: true });
  expect(questions).toHaveLength(2);
});

const key: GivenSecret = { kind: 'api-key', secret: 'canary-key-1234' };

test('a new account where the person has just confirmed the address is in that question, a second one is not', async () => {
  const { approval, questions } = asked([true, false]);
  const place = at('https://service.example');
  await approval.toTry(place, 'Work', [key]);
  const added = [approval.toAdd(place, 'Work', [key]), approval.toAdd(place, 'Other', [key])];
  expect(await Promise.all(added)).toMatchObject([{ ok: true }, { error: { code: 'declined' } }]);
  expect(questions).toHaveLength(2);
  expect(questions[1]).toMatchObject({
    subject: 'https://service.example\nAccount “Other”\nNew API key: ends in -1234',
  });
});

test('the node of a new account is in the question about the account, and in no second one', async () => {
  const { approval, questions } = asked([true]);
  const place = { ...at('https://service.example'), nodeAddress: 'https://node.example' };
  await approval.toTry(place, 'Work', [key]);
  expect(await approval.toAdd(place, 'Work', [key])).toMatchObject({ ok: true });
  expect(await approval.toAskNode('https://node.example')).toMatchObject({ ok: true });
  expect(questions.map(({ subject }) => subject)).toEqual([
    'https://service.example\nNetwork node: https://node.example\nAccount “Work”\nNew API key: ends in -1234',
  ]);
});

test('a yes to an account is for that one alone', async () => {
  const { approval } = asked([true, false]);
  expect(await approval.toAdd(at('https://service.example'), 'Work', [key])).toMatchObject({ ok: true });
  expect(await approval.toAdd(at('https://service.example'), 'Other', [key])).toMatchObject({ ok: false });
});

test('trying something out at the address of an account is not asked about, another account there is', async () => {
  const { approval, questions } = asked([true], [at('https://service.example')]);
  expect(await approval.toTry(at('https://service.example'), 'Work', [])).toMatchObject({ ok: true });
  expect(questions).toEqual([]);
  expect(await approval.toAdd(at('https://service.example'), 'Other', [])).toMatchObject({ ok: true });
  expect(questions).toHaveLength(1);
});

test('trying out a known address with another one for submissions is asked about', async () => {
  const known = [at('https://service.example'), at('https://service.example/two')];
  const { approval, questions } = asked([false, true], known);
  const place = at('https://service.example', { submitAddress: 'https://service.example/two' });
  expect(await approval.toTry(place, 'Work', [])).toMatchObject({ error: { code: 'declined' } });
  expect(await approval.toTry(place, 'Work', [])).toMatchObject({ ok: true });
  expect(questions).toHaveLength(2);
});

test('a new address and a move name the credentials that go with them', async () => {
  const { approval, questions } = asked([]);
  await approval.toTry(at('https://new.example'), 'Work', [key]);
  await approval.toMove(work, at('https://service.example/two'), [key]);
  expect(questions.map(({ subject }) => subject)).toEqual([
    'https://new.example\nAccount “Work”\nNew API key: ends in -1234',
    'https://service.example/two\nAccount “Work”\nUntil now at https://service.example/one\nNew API key: ends in -1234',
  ]);
});

test('credentials are named by kind and end alone, and both of a change are in one question', async () => {
  const { approval, questions } = asked([true]);
  await approval.toUse(work, [
    { kind: 'api-key', secret: 'canary-key-1234' },
    { kind: 'access-token', secret: 'short' },
  ]);
  expect(questions).toMatchObject([
    { subject: 'https://service.example/one\nAccount “Work”\nNew API key: ends in -1234\nNew access token' },
  ]);
  expect(JSON.stringify(questions)).not.toContain('canary');
});

test('a name cannot pretend to be another line, nor turn the reading direction', async () => {
  const { approval, questions } = asked([]);
  await approval.toRemove({ ...work, name: 'Old\nhttps://elsewhere.example\u202E\u2028' }, []);
  expect(questions.map(({ subject }) => subject)).toEqual([
    'https://service.example/one\nAccount “Old https://elsewhere.example”',
  ]);
});

test('blanks and fillers in a name make no line of their own, and a long name is cut', async () => {
  const { approval, questions } = asked([]);
  const fillers = '\u2003\u3164\u2800\u115f\u1160\uffa0\u180e'.repeat(6);
  await approval.toRemove({ ...work, name: `Work${fillers}https://a.example` }, []);
  await approval.toRemove({ ...work, name: 'Ｗ'.repeat(100) }, []);
  expect(questions.map(({ subject }) => subject.split('\n').at(-1))).toEqual([
    'Account “Work https://a.example”',
    `Account “${'Ｗ'.repeat(20)}…${'Ｗ'.repeat(20)}”`,
  ]);
});

test('a long path loses its middle, and every origin stays whole', async () => {
  const { approval, questions } = asked([]);
  const submitAddress = `https://${'sub.'.repeat(12)}evil.example/${'v2/'.repeat(80)}end`;
  await approval.toTry(at(`https://service.example/${'v1/'.repeat(80)}end`, { submitAddress }), 'Work', []);
  const lines = (questions[0]?.subject ?? '').split('\n');
  expect(lines).toEqual([
    'https://service.example/v1/v1/v1/v1/v1/v1/v…1/v1/v1/v1/v1/v1/end',
    expect.stringMatching(/^Submissions: https:\/\/(sub\.){12}evil\.example\/v2.*….*end$/),
    'Account “Work”',
  ]);
});

test('while one question is open there is no other, whatever it is about', async () => {
  let answer: (confirmed: boolean) => void = () => undefined;
  const consent = new Consent(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const approval = new Approval(consent, () => []);
  const first = approval.toTry(at('https://one.example'), 'Work', []);
  for (const other of [
    approval.toTry(at('https://two.example'), 'Work', []),
    approval.toRemove(work, []),
    approval.toUse(work, [key]),
    approval.toUse(work, [{ kind: 'api-key', secret: 'x' }]),
  ]) {
    expect(await other).toMatchObject({ error: { code: 'question-open' } });
  }
  answer(true);
  expect(await first).toMatchObject({ ok: true });
});

test('what is withdrawn is asked no more and was not confirmed, and a question of another room stays open', async () => {
  const open: Question[] = [];
  const consent = new Consent((question, withdrawn) => {
    open.push(question);
    return new Promise((resolve) => withdrawn?.addEventListener('abort', () => resolve(false), { once: true }));
  });
  const approval = new Approval(consent, () => []);
  const trying = approval.toTry(at('https://service.example'), 'Work', []);
  expect(await approval.toAdd(at('https://other.example'), 'Other', [])).toMatchObject({
    error: { code: 'question-open' },
  });
  approval.withdraw();
  expect(await trying).toMatchObject({ error: { code: 'declined' } });
  const [first] = open;
  if (first === undefined) throw new Error('Nothing was asked.');
  const ofAnother = consent.ask(first, { code: 'declined' });
  approval.withdraw();
  expect(await Promise.race([ofAnother, Promise.resolve('open')])).toBe('open');
});
