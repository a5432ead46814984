import { afterEach, expect, test } from 'vitest';
import type { PracticeService } from '../../../practice-service/index.ts';
import { answering, cleanUp, json } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const id = '3f0b2c1e-0000-4000-8000-000000000001';
const alone = { grace: { earlierRun: 60_000, thisRun: 60_000 } };

/** A real service, behind somebody who changes the id in what it answers to a submission. */
async function behind(changed: (id: string) => string) {
  let service: PracticeService | null = null;
  const { baseUrl } = await answering(async ({ method, url, headers, body }, response) => {
    const { authorization, 'x-api-key': apiKey, 'content-type': type } = headers;
    const given = Object.entries({ authorization, 'x-api-key': String(apiKey ?? ''), 'content-type': type });
    const answer = await fetch(`${service?.url}${url}`, {
      method,
      headers: Object.fromEntries(
        given.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
      ),
      ...(method === 'POST' ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (method === 'POST') json(response, 200, { submission_id: changed(JSON.parse(text).submission_id) });
    else response.writeHead(answer.status).end(text);
  });
  const rig = await openRig({ address: () => baseUrl });
  service = rig.service;
  return rig;
}

test('an id that another file’s receipt has is no receipt, and the second file is uncertain', async () => {
  const { baseUrl } = await answering((_request, response) => json(response, 200, { submission_id: id }));
  const rig = await openRig({ address: () => baseUrl, ...alone });
  await rig.drop({ one: 'one', two: 'two' });
  await rig.untilAll('submitted', 'unsettled');
  await rig.restart();
  const states = rig.all().map(({ state }) => state);
  expect(states.filter(({ kind }) => kind === 'submitted')).toMatchObject([{ submissionId: id }]);
  expect(states.filter(({ kind }) => kind === 'unsettled')).toMatchObject([{ reason: { code: 'id-of-other-bytes' } }]);
});

test('an id that belongs to a removed file is no receipt either', async () => {
  const { baseUrl } = await answering((_request, response) => json(response, 200, { submission_id: id }));
  const rig = await openRig({ address: () => baseUrl, ...alone });
  await rig.drop({ one: 'one' });
  await rig.untilAll('submitted');
  await rig.submissions.removals.remove([rig.named('one').id]);
  await rig.restart();
  await rig.drop({ two: 'two' });
  await rig.untilAll('unsettled');
});

test('a file that got another file’s id gets its own from the records, and is charged once', async () => {
  let first: string | null = null;
  const rig = await behind((own) => {
    first ??= own;
    return first;
  });
  await rig.drop({ one: 'one', two: 'two' });
  await rig.untilAll('confirmed');
  const ids = rig.all().map(({ state }) => ('submissionId' in state ? state.submissionId : null));
  const ledger = await rig.ledger();
  expect(ledger).toHaveLength(2);
  expect(new Set(ids)).toEqual(new Set(ledger.map((record) => record.id)));
});

test('the same id again for the same bytes is a receipt', async () => {
  const { baseUrl } = await answering((_request, response) => json(response, 200, { submission_id: id }));
  const rig = await openRig({ address: () => baseUrl, ...alone });
  await rig.drop({ one: 'one', again: 'one' });
  await rig.untilAll('submitted', 'paused');
  const held = rig.all().filter(({ state }) => state.kind === 'paused');
  await rig.submissions.commands.resume(
    held.map((submission) => submission.id),
    'duplicate',
  );
  await rig.untilAll('submitted');
});

test('a file that got an id that is too long gets its own from the records, and is charged once', async () => {
  const rig = await behind(() => 'a'.repeat(201));
  await rig.drop({ one: 'one' });
  await rig.untilAll('confirmed');
  const [record] = await rig.ledger();
  expect(rig.named('one').state).toMatchObject({ submissionId: record?.id });
  expect(await rig.ledger()).toHaveLength(1);
});
