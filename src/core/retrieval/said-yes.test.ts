import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordOf } from '../records/records.fixture.ts';
import { accountId, openRetrievalRig } from './retrieval.fixture.ts';

/** Of what is in no block there is no hash yet, so that a person is asked. */
async function openAsked() {
  const rig = await openRetrievalRig({ given: 'API key', blockTimeSeconds: 3_600 });
  const submissionId = await rig.submit(new Uint8Array(randomBytes(2_000)));
  const id = await rig.start(submissionId);
  expect(await rig.state(id, 'needs-yes')).toMatchObject({ why: 'nothing-known' });
  const loseWhatIsThere = (): void => {
    for (const path of rig.workFolders()) rmSync(path, { recursive: true });
  };
  return { rig, id, submissionId, loseWhatIsThere };
}

test('a yes to one question is none to what is asked of the same bytes by now', async () => {
  const { rig, id, submissionId } = await openAsked();
  const hash = `0x${'ab'.repeat(32)}`;
  await rig.records.put(accountId, [recordOf(submissionId, { dataHash: hash, blockHash: hash })]);
  await rig.retrievals.answer(id, { kind: 'unchecked' });
  expect(await rig.state(id, 'saved', 'failed', 'needs-yes')).toMatchObject({ kind: 'needs-yes', why: 'other-hash' });
  expect(rig.seen()).toEqual([]);
  await rig.retrievals.answer(id, { kind: 'unchecked' });
  expect(await rig.state(id, 'saved', 'failed', 'needs-yes')).toMatchObject({ kind: 'saved', proof: 'nothing' });
});

test('a yes ends with what is cancelled', async () => {
  const { rig, id, loseWhatIsThere } = await openAsked();
  loseWhatIsThere();
  const held = Promise.withResolvers<void>();
  rig.gateway.breakWith(() => ({ kind: 'hold', until: held.promise }));
  await rig.retrievals.answer(id, { kind: 'unchecked' });
  await rig.until(() => (rig.find(id)?.state.kind === 'waiting' ? true : undefined));
  await rig.retrievals.cancel(id);
  held.resolve();
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed', 'needs-yes')).toMatchObject({ kind: 'needs-yes' });
});

test('a yes ends with what fails', async () => {
  const { rig, id, loseWhatIsThere } = await openAsked();
  loseWhatIsThere();
  rig.gateway.breakWith(() => ({ kind: 'answer', status: 404, body: 'Not found' }));
  await rig.retrievals.answer(id, { kind: 'unchecked' });
  await rig.state(id, 'failed', 'saved');
  rig.gateway.breakWith(() => null);
  await rig.retrievals.retry(id);
  expect(await rig.state(id, 'saved', 'failed', 'needs-yes')).toMatchObject({ kind: 'needs-yes' });
});

test('a yes that was written down by an earlier version is one to bytes that nothing is known of', async () => {
  const { rig, id } = await openAsked();
  rig.database.exec(
    `UPDATE retrievals SET state = '{"kind":"under-way"}', asked = json_set(asked, '$.mayBeUnchecked', json('true'))`,
  );
  await rig.restart();
  expect(await rig.state(id, 'saved', 'failed', 'needs-yes')).toMatchObject({ kind: 'saved', proof: 'nothing' });
});
