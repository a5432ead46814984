import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../shared/failures/failure.ts';
import type { SubmissionState } from '../../../shared/submissions/submission-state.ts';
import { FileThreads } from '../../files/index.ts';
import { EncryptedSource } from '../content/encrypted-source.ts';
import { FolderSource } from '../content/folder-source.ts';
import { fake } from '../fake.fixture.ts';
import { RestoredAccounts } from '../journal/restored.ts';
import { submission } from '../journal/submission.fixture.ts';
import type { StoredSubmission } from '../journal/submission.ts';
import { SubmissionCache } from '../journal/submission-cache.ts';
import { Parts } from '../parts/parts.ts';
import { Batch } from '../progress/batch.ts';
import { batchesOf } from '../progress/batches.fixture.ts';
import { sendingAccounts } from '../sending-accounts.fixture.ts';
import { Settling } from '../settling/settling.ts';
import { agreed } from '../submissions.fixture.ts';
import { Commands, type TriedAgain } from './commands.ts';
import { Queue } from './queue.ts';

type Look = Awaited<ReturnType<FileThreads['look']>>;

const at = '2026-05-03T12:00:00.000Z';
const delayed: SubmissionState = { kind: 'delayed', submissionId: 'a', at, reason: { code: 'internal' } };

/** Creates commands whose looks at files wait for `answerLooks`. Records what is queued. */
function deciding(...submissions: readonly StoredSubmission[]) {
  const told: boolean[] = [];
  const cache = new SubmissionCache(submissions);
  const looks: ((look: Look) => void)[] = [];
  const enqueued: StoredSubmission[] = [];
  const commands = new Commands(
    fake(FileThreads, { look: () => new Promise((resolve) => looks.push(resolve)) }),
    sendingAccounts(),
    cache,
    fake(EncryptedSource, { lookAgain: async () => ({}) }),
    fake(FolderSource, { lookAgain: async () => ({}) }),
    batchesOf(new Batch(() => 0)),
    fake(Parts, {
      startAnew: async () => undefined,
      tryAgain: async (_, isTold) => void told.push(isTold),
      hasSubmitted: () => false,
      hasChargedParts: () => false,
      delayed: () => [],
    }),
    fake(Queue, {
      enqueue: async (queued) => void enqueued.push(queued),
      interrupt: () => undefined,
      reorder: () => undefined,
      wake: () => undefined,
    }),
    fake(Settling, { readNow: async () => undefined, readAll: async () => undefined }),
    fake(RestoredAccounts, { release: async () => undefined }),
  );
  const answerLooks = (look: Look): void => {
    for (const answer of looks.splice(0)) answer(look);
  };
  return { cache, commands, enqueued, told, answerLooks };
}

const same: Look = { kind: 'file', size: 10, mtimeNs: 1n, inode: 1n, ctimeNs: 1n };
const gone: Look = { kind: 'unreadable', code: 'ENOENT', detail: 'Gone.' };

test('a submission that changed while its file was looked at is not retried', async () => {
  const { cache, commands, enqueued, answerLooks } = deciding(submission(1, 10, { kind: 'cancelled' }));
  const retried = commands.retry([1], agreed);
  cache.put(submission(1, 10, delayed));
  answerLooks(gone);
  await retried;
  expect(cache.get(1)?.state).toBe(delayed);
  expect(enqueued).toEqual([]);
});

describe('an approval to pay again, or beyond the spending limit,', () => {
  const reason = { code: 'internal' } as const;
  const retrying: SubmissionState = { kind: 'retrying', until: '2026-05-03T12:00:00.000Z', reason };

  async function afterRetry(state: SubmissionState, look: Look) {
    const { cache, commands, answerLooks } = deciding({
      ...submission(1, 10, state),
      submitAnyway: true,
      beyondLimit: true,
    });
    const retried = commands.retry([1], agreed);
    // The record of a delayed submission is read first.
    await setImmediate();
    answerLooks(look);
    await retried;
    return cache.get(1);
  }

  test.each<SubmissionState>([{ kind: 'cancelled' }, { kind: 'rejected', reason }, delayed])(
    'is needed again on a retry after %j',
    async (state) => {
      expect(await afterRetry(state, same)).toMatchObject({ submitAnyway: false, beyondLimit: false });
    },
  );

  test('holds for a submission that waits to retry, if its file is unchanged', async () => {
    expect(await afterRetry(retrying, same)).toMatchObject({ submitAnyway: true, beyondLimit: true });
  });

  test.each<[string, Look]>([
    ['has grown', { ...same, size: 11 }],
    ['was written again', { ...same, mtimeNs: 2n }],
    ['cannot be looked at', gone],
  ])('is void if the file %s', async (_, look) => {
    expect(await afterRetry(retrying, look)).toMatchObject({ submitAnyway: false, beyondLimit: false });
  });
});

describe('the question about a retried file', () => {
  const reason = { code: 'file-changed' } as const;

  async function seenOf(given: StoredSubmission, look: Look) {
    const { commands, answerLooks } = deciding(given);
    const seen: (readonly TriedAgain[])[] = [];
    const retried = commands.retry([1], (tried) => {
      seen.push(tried);
      return agreed(tried);
    });
    answerLooks(look);
    await retried;
    return seen[0]?.[0];
  }

  const cancelled = submission(1, 10, { kind: 'cancelled' });
  const read = { ...cancelled, sha256: 'ab' };

  test.each<[string, StoredSubmission, Look, TriedAgain['file']]>([
    ['it has not changed since it was added', cancelled, same, 'same'],
    ['its size changed', read, { ...same, size: 11 }, 'changed'],
    ['it was written again', read, { ...same, mtimeNs: 2n }, 'changed'],
    ['another file with its size and time replaced it', cancelled, { ...same, inode: 2n }, 'unknown'],
    ['only its change time changed, and it was not read', cancelled, { ...same, ctimeNs: 2n }, 'unknown'],
    ['its digest is known, so that other bytes cannot be sent', read, { ...same, ctimeNs: 2n }, 'same'],
    ['it was once found changed', { ...cancelled, state: { kind: 'rejected', reason } }, same, 'changed'],
    ['an earlier run added it, and it was not read', { ...cancelled, seenAs: null }, same, 'unknown'],
    ['it is still empty', { ...cancelled, size: 0, seenAs: null }, { ...same, size: 0 }, 'same'],
    ['it was never seen', { ...cancelled, size: null, mtimeNs: null }, same, 'unknown'],
    ['it is missing', cancelled, gone, 'away'],
  ])('says if %s', async (_, given, look, file) => {
    expect(await seenOf(given, look)).toMatchObject({ id: 1, file });
  });
});

test('a retry uses the file as it was looked at, and voids the earlier digests', async () => {
  const { cache, commands, answerLooks } = deciding({ ...submission(1, 10, { kind: 'cancelled' }), sha256: 'ab' });
  const retried = commands.retry([1], agreed);
  answerLooks({ ...same, size: 11, mtimeNs: 2n, inode: 3n });
  await retried;
  expect(cache.get(1)).toMatchObject({
    state: { kind: 'waiting' },
    size: 11,
    mtimeNs: '2',
    sha256: null,
    seenAs: { inode: 3n },
  });
});

test('a file that replaces a missing one counts as another file', async () => {
  const { cache, commands, answerLooks } = deciding(submission(1, 10, { kind: 'cancelled' }));
  const retried = commands.retry([1], agreed);
  answerLooks(gone);
  await retried;
  expect(cache.get(1)).toMatchObject({ state: { kind: 'waiting' }, mtimeNs: null });
});

test('a submission whose retry the user declines does not change', async () => {
  const { cache, commands, enqueued, answerLooks } = deciding(submission(1, 10, { kind: 'cancelled' }));
  const retried = commands.retry([1], async () => failure({ code: 'declined' }));
  answerLooks(same);
  expect(await retried).toMatchObject({ ok: false, error: { code: 'declined' } });
  expect(cache.get(1)?.state).toEqual({ kind: 'cancelled' });
  expect(enqueued).toEqual([]);
});

test('a submission that changed during the question is not retried', async () => {
  const { cache, commands, enqueued, answerLooks } = deciding(submission(1, 10, { kind: 'cancelled' }));
  const retried = commands.retry([1], (tried) => {
    cache.put(submission(1, 10, delayed));
    return agreed(tried);
  });
  answerLooks(same);
  await retried;
  expect(cache.get(1)?.state).toBe(delayed);
  expect(enqueued).toEqual([]);
});

test('charged parts are retried only if the question mentioned them', async () => {
  const { commands, told, answerLooks } = deciding(submission(1, 10, { kind: 'cancelled' }));
  const retried = commands.retry([1], agreed);
  answerLooks(same);
  await retried;
  expect(told).toEqual([false]);
});
