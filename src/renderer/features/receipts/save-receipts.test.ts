import { afterEach, expect, test, vi } from 'vitest';
import { failure, success } from '../../../shared/failures/failure.ts';
import { showNotes } from '../../ui/notes.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { MOST_AT_ONCE, saveReceipts } from './save-receipts.ts';

vi.mock('../../ui/notes.tsx');
vi.mock('../../ui/save-file.ts');

afterEach(() => {
  vi.clearAllMocks();
});

function answerWith(call: (ids: readonly string[]) => unknown): void {
  const dropslip = { call: async (_name: string, input: { submissionIds: string[] }) => call(input.submissionIds) };
  vi.stubGlobal('window', { dropslip });
}

const savedIds = (): unknown => vi.mocked(saveFile).mock.calls.flatMap(([file]) => [...file.bytes]);

test('what does not fit into one file goes into the next, each receipt once', async () => {
  const ids = Array.from({ length: 2 * MOST_AT_ONCE + 5 }, (_, index) => `${index}`);
  const asked: number[] = [];
  const saved: string[] = [];
  answerWith((some) => {
    asked.push(some.length);
    saved.push(...some.slice(0, 7_000));
    return success({ name: 'r.json', type: 'application/json', bytes: new Uint8Array(), left: some.slice(7_000) });
  });
  await saveReceipts(ids, 'json');
  expect(saved).toEqual(ids);
  expect(asked).toEqual([MOST_AT_ONCE, MOST_AT_ONCE, 6_005]);
  expect(saveFile).toHaveBeenCalledTimes(3);
  expect(showNotes).toHaveBeenCalledWith([expect.stringContaining('3 files')], 'info');
});

test('a failure is shown, and files saved before it stay saved', async () => {
  const answers = [
    success({ name: 'a.json', type: 'application/json', bytes: Uint8Array.of(1), left: ['b'] }),
    failure({ code: 'receipt-too-large' }),
  ];
  answerWith(() => answers.shift());
  await saveReceipts(['a', 'b'], 'json');
  expect(savedIds()).toEqual([1]);
  expect(showNotes).toHaveBeenCalledWith([expect.any(String)], 'warning');
});
