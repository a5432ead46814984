import { describe, expect, test } from 'vitest';
import type { ItemState } from '../../shared/submissions.ts';
import { createDecisions, type DecisionParts } from './decisions.ts';
import { createItemBook } from './item-book.ts';
import { item } from './outbox-item.fixture.ts';
import type { OutboxItem } from './outbox-item.ts';

type Look = Awaited<ReturnType<DecisionParts['files']['look']>>;

const failed: ItemState = { kind: 'failed', submissionId: 'a', reason: { code: 'x', message: 'Why.' } };

/** Looks at files wait until they are answered here; what goes back into the queue is noted. */
function deciding(...items: readonly OutboxItem[]) {
  const book = createItemBook(items);
  const looks: ((look: Look) => void)[] = [];
  const enqueued: OutboxItem[] = [];
  const decisions = createDecisions({
    files: { look: () => new Promise((resolve) => looks.push(resolve)) },
    book,
    queue: {
      enqueue: async (queued) => void enqueued.push(queued),
      interrupt: () => undefined,
      reorder: () => undefined,
      wake: () => undefined,
    },
    sinceCopy: { release: async () => undefined },
    pacing: { release: () => undefined },
    batchOf: () => ({ current: () => 0 }),
    persist: async () => undefined,
  });
  const answerLooks = (look: Look): void => {
    for (const answer of looks.splice(0)) answer(look);
  };
  return { book, decisions, enqueued, answerLooks };
}

const gone: Look = { kind: 'unreadable', code: 'ENOENT', detail: 'Gone.' };

test('what was sent and failed while its file was looked at is not tried again', async () => {
  const { book, decisions, enqueued, answerLooks } = deciding(item(1, 10, { kind: 'cancelled' }));
  const retried = decisions.retry([1]);
  book.put(item(1, 10, failed));
  answerLooks(gone);
  await retried;
  expect(book.get(1)?.state).toBe(failed);
  expect(enqueued).toEqual([]);
});

test('what waits for something else once its turn comes does not go on as if a person had paused it', async () => {
  const beyond: ItemState = { kind: 'paused', why: { kind: 'beyond-stop-line' } };
  const cancelled = Array.from({ length: 16 }, (_, index) => item(index + 1, 10, { kind: 'cancelled' }));
  const paused = item(17, 10, { kind: 'paused', why: { kind: 'by-person' } });
  const { book, decisions, answerLooks } = deciding(...cancelled, paused);
  const retried = decisions.retry([...cancelled, paused].map(({ id }) => id));
  book.put(item(17, 10, beyond));
  answerLooks(gone);
  await retried;
  expect(book.get(17)?.state).toBe(beyond);
});

describe('a yes to paying once more, or beyond the line,', () => {
  const reason = { code: 'x', message: 'Why.' };
  const retrying: ItemState = { kind: 'retrying', until: '2026-05-03T12:00:00.000Z', reason };
  const same: Look = { kind: 'file', size: 10, mtimeNs: 1n, inode: 1n, ctimeNs: 1n };

  async function afterRetry(state: ItemState, look: Look) {
    const { book, decisions, answerLooks } = deciding({ ...item(1, 10, state), submitAnyway: true, beyondLine: true });
    const retried = decisions.retry([1]);
    answerLooks(look);
    await retried;
    return book.get(1);
  }

  test.each<ItemState>([{ kind: 'cancelled' }, { kind: 'rejected', reason }, failed])(
    'is asked for anew where the file is tried again after it was %j',
    async (state) => {
      expect(await afterRetry(state, same)).toMatchObject({ submitAnyway: false, beyondLine: false });
    },
  );

  test('stands for a try that waits for its turn, with the file as it was', async () => {
    expect(await afterRetry(retrying, same)).toMatchObject({ submitAnyway: true, beyondLine: true });
  });

  test.each<[string, Look]>([
    ['has grown', { ...same, size: 11 }],
    ['was written again', { ...same, mtimeNs: 2n }],
    ['cannot be looked at', gone],
  ])('is void where the file %s', async (_, look) => {
    expect(await afterRetry(retrying, look)).toMatchObject({ submitAnyway: false, beyondLine: false });
  });
});
