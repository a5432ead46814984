import { expect, test } from 'vitest';
import type { SavedFile } from '../../../shared/bridge/receipts.ts';
import { failure, success } from '../../../shared/failures/failure.ts';
import { MOST_AT_ONCE, saveInFiles } from './save-receipts.ts';

const fileOf = (ids: readonly string[]): SavedFile => ({
  name: `${ids.length} receipts.json`,
  type: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(ids)),
});
const idsIn = ({ bytes }: SavedFile): string[] => JSON.parse(new TextDecoder().decode(bytes));

test('what does not fit into one file goes into the next, each receipt once and in order', async () => {
  const ids = Array.from({ length: 2 * MOST_AT_ONCE + 5 }, (_, index) => `${index}`);
  const saved: SavedFile[] = [];
  const asked: number[] = [];
  const ended = await saveInFiles(
    ids,
    async (some) => {
      asked.push(some.length);
      return success({ ...fileOf(some.slice(0, 7_000)), left: some.slice(7_000) });
    },
    (file) => saved.push(file),
  );
  expect(ended).toEqual({ files: 3, reason: null });
  expect(saved.flatMap(idsIn)).toEqual(ids);
  expect(Math.max(...asked)).toBe(MOST_AT_ONCE);
});

test('what cannot be made ends it with its reason, and what was saved before stays saved', async () => {
  const reason = { code: 'receipt-too-large' } as const;
  const saved: SavedFile[] = [];
  const ended = await saveInFiles(
    ['a', 'b'],
    async (some) => (saved.length > 0 ? failure(reason) : success({ ...fileOf(['a']), left: some.slice(1) })),
    (file) => saved.push(file),
  );
  expect(ended).toEqual({ files: 1, reason });
  expect(saved.flatMap(idsIn)).toEqual(['a']);
});
