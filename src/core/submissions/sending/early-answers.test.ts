import { afterEach, expect, test } from 'vitest';
import { cleanUp, speaking } from '../../service/scripted-server.fixture.ts';
import { closeRigs, openRig } from '../submissions.fixture.ts';

afterEach(async () => {
  await closeRigs();
  await cleanUp();
});

const id = '6f1c1b0e-36a5-4f5a-9a51-6a3f0f4dbb52';
const MiB = 1024 * 1024;

function answer(value: unknown): string {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A service that gives an id on the head of a submission, takes half of a MiB of it and hangs up. `listed`: its records. */
async function hasty(listed: readonly object[]) {
  let submissions = 0;
  const { baseUrl } = await speaking((socket) => {
    let taken = 0;
    let isSubmission = false;
    socket.on('data', (piece) => {
      const line = piece.subarray(0, 200).toString('latin1');
      if (line.startsWith('GET')) socket.write(answer(line.includes('expenditure') ? listed : []));
      if (line.startsWith('POST')) {
        isSubmission = true;
        submissions += 1;
        socket.write(answer({ submission_id: id }));
      }
      taken += piece.length;
      if (isSubmission && taken > MiB / 2) socket.destroy();
    });
  });
  return { baseUrl, submissions: () => submissions };
}

test('an id that comes before the whole file is sent is no receipt, and is kept with the attempt', async () => {
  const { baseUrl, submissions } = await hasty([{ id, amount_data: '5', created_at: '2026-05-03T12:00:00' }]);
  const rig = await openRig({
    address: () => baseUrl,
    grace: { earlierRun: 60_000, thisRun: 60_000, lateList: 60_000 },
  });
  await rig.drop({ large: Buffer.alloc(8 * MiB, 1) });
  await rig.untilAll('unsettled', 'submitted', 'confirmed');
  const submission = rig.named('large');
  expect(submission.state).toMatchObject({ kind: 'unsettled', reason: { code: 'id-in-doubt' } });
  await rig.written();
  const details = rig.submissions.details(submission.id);
  expect(details).toMatchObject({
    value: {
      attempts: [{ outcome: 'unknown', failures: [{ detail: expect.stringContaining(`submission_id ${id}`) }] }],
    },
  });
  await rig.restart();
  expect(rig.named('large').state).toMatchObject({ kind: 'unsettled', reason: { code: 'id-in-doubt' } });
  expect(submissions()).toBe(1);
});

test('a file with an early id that the records do not have is not sent again automatically', async () => {
  const { baseUrl, submissions } = await hasty([]);
  const rig = await openRig({ address: () => baseUrl, grace: { earlierRun: 50, thisRun: 50, lateList: 60_000 } });
  await rig.drop({ larger: Buffer.alloc(MiB + 1, 1) });
  await rig.until(() => submissions() > 1 || ['rejected', 'confirmed'].includes(rig.named('larger').state.kind));
  expect(rig.named('larger').state).toMatchObject({ kind: 'rejected', reason: { code: 'answered-for-nothing' } });
  expect(submissions()).toBe(1);
});
