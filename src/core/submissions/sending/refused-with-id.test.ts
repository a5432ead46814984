import { afterEach, expect, test } from 'vitest';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { accountId, closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const id = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';
const apiKey = 'dsk_9fQ2mZ7xLw4Kv8Tb3Rc6Hd1N';
const impatient = { earlierRun: 50, thisRun: 50, lateList: 50 };
const patient = { earlierRun: 60_000, thisRun: 60_000, lateList: 60_000 };

type Said = readonly [what: string, status: number, headers: Record<string, string>, body: unknown];

const said: readonly Said[] = [
  ['503 with a time', 503, { 'retry-after': '0' }, { submission_id: id, message: 'accepted, busy' }],
  ['429', 429, { 'retry-after': '0' }, { state: 'SUCCESS', data: { submission_id: id } }],
  ['401', 401, {}, { submission_id: id }],
  ['404', 404, {}, { submission_id: id }],
  ['409', 409, {}, { submission_id: id }],
  ['400 with the account’s key', 400, {}, { error: apiKey, submission_id: id }],
];

/** A service that charges and gives an id, and yet says this; `listed`: what its records then show. */
async function contradicting([, status, headers, body]: Said, listed: readonly object[] = []) {
  let submissions = 0;
  const { baseUrl } = await answering(({ method, url }, response) => {
    if (method !== 'POST') return json(response, 200, url.includes('expenditure') ? listed : []);
    submissions += 1;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    json(response, status, body);
  });
  return { baseUrl, submissions: () => submissions };
}

test.each(said)(
  'a file whose refusal (%s) gives an id is uncertain, and its id is kept with the attempt',
  async (...one) => {
    const { baseUrl, submissions } = await contradicting(one);
    const credentials = () => ({ apiKey, accessToken: 'opaque-Yp5sGz1Wn8Xq3Jt6Be0Ua7Mi' });
    const rig = await openRig({ address: () => baseUrl, grace: patient, credentials });
    await rig.drop({ file: 'bytes' });
    await rig.until(() => submissions() > 1 || ['unsettled', 'rejected'].includes(rig.named('file').state.kind));
    await rig.written();
    await rig.restart();
    const submission = rig.named('file');
    expect(submission.state).toMatchObject({ kind: 'unsettled', reason: { code: 'id-in-doubt' } });
    expect(rig.submissions.details(submission.id)).toMatchObject({
      value: {
        attempts: [{ outcome: 'unknown', failures: [{ detail: expect.stringContaining(`submission_id ${id}`) }] }],
      },
    });
    expect(submissions()).toBe(1);
  },
);

test('a file whose refusal has an id is not resent automatically if the records do not have it', async () => {
  const [first] = said;
  if (first === undefined) throw new Error('Nothing is said.');
  const { baseUrl, submissions } = await contradicting(first);
  const rig = await openRig({ address: () => baseUrl, grace: impatient });
  await rig.drop({ file: 'bytes' });
  await rig.until(() => submissions() > 1 || ['rejected', 'confirmed'].includes(rig.named('file').state.kind));
  expect(rig.named('file').state).toMatchObject({ kind: 'rejected', reason: { code: 'answered-for-nothing' } });
  expect(submissions()).toBe(1);
});

test('a file that got an id of other bytes is not resent if the records do not have it', async () => {
  const listed = [{ id, amount_data: '3', data_hash: null, created_at: new Date().toISOString().slice(0, 19) }];
  const { baseUrl, submissions } = await contradicting(['200', 200, {}, { submission_id: id }], listed);
  const rig = await openRig({ address: () => baseUrl, grace: impatient });
  await rig.drop({ one: 'one' });
  await rig.untilAll('submitted', 'confirmed');
  await rig.drop({ two: 'two' });
  await rig.until(() => submissions() > 2 || rig.named('two').state.kind === 'rejected');
  expect(rig.named('two').state).toMatchObject({ kind: 'rejected', reason: { code: 'answered-for-nothing' } });
  expect(submissions()).toBe(2);
});

test('other files keep the pause that was requested beside an id', async () => {
  const { baseUrl, submissions } = await contradicting(['429', 429, { 'retry-after': '600' }, { submission_id: id }]);
  const rig = await openRig({ address: () => baseUrl, grace: patient });
  await rig.submissions.changeSettings(accountId, { atOnce: 1, spendingLimit: null });
  await rig.drop({ one: 'one', two: 'two' });
  await rig.until(() => rig.all().some(({ state }) => state.kind === 'unsettled'));
  expect(rig.waitingWords()).toContain('asks for a pause');
  expect(submissions()).toBe(1);
});
