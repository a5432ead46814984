import { expect, test } from 'vitest';
import type { SavedFile } from '../../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { RecordedEvents } from '../domain-events.fixture.ts';
import { type ReceiptFolder, ReceiptPdfs } from './receipt-pdfs.ts';

const pdfOf = (id: string): Result<SavedFile> =>
  success({ name: `${id} receipt.pdf`, type: 'application/pdf', bytes: new Uint8Array([1]) });

type Fakes = {
  readonly pdf?: (id: string) => Promise<Result<SavedFile>>;
  readonly newFolder?: (name: string) => Promise<ReceiptFolder>;
};

function rig({ pdf = async (id) => pdfOf(id), newFolder }: Fakes = {}) {
  const events = new RecordedEvents();
  const progress: string[] = [];
  events.on('receipts.save-progress', ({ done, total }) => void progress.push(`${done} of ${total}`));
  const written: string[] = [];
  const ends: string[] = [];
  const pdfs = new ReceiptPdfs(
    pdf,
    newFolder ??
      (async (name) => ({
        name,
        write: async (fileName) => void written.push(fileName),
        discard: async () => void ends.push('discarded'),
        finish: () => ends.push('finished'),
      })),
    () => Date.parse('2026-05-03T12:00:00Z'),
    events,
  );
  return { pdfs, written, ends, progress };
}

test('each receipt is a file of one folder, and it says how many are there', async () => {
  const { pdfs, written, ends, progress } = rig();
  expect(await pdfs.save('one', ['a', 'b', 'c'])).toEqual(
    success({ folderName: 'Receipts 2026-05-03', saved: 3, reason: null }),
  );
  expect(written.sort()).toEqual(['a receipt.pdf', 'b receipt.pdf', 'c receipt.pdf']);
  expect(progress).toEqual(['1 of 3', '2 of 3', '3 of 3']);
  expect(ends).toEqual(['finished']);
});

test('once it is stopped nothing more is begun, and what was written stays', async () => {
  const printed: string[] = [];
  const { pdfs, written, ends } = rig({
    pdf: async (id) => {
      printed.push(id);
      if (id === 'b') pdfs.cancel('one');
      return pdfOf(id);
    },
  });
  const ended = await pdfs.save('one', ['a', 'b', 'c', 'd']);
  expect(ended).toMatchObject({ ok: true, value: { saved: 2, reason: { code: 'cancelled' } } });
  expect(printed).toEqual(['a', 'b']);
  expect(written).toHaveLength(2);
  expect(ends).toEqual(['finished']);
});

test('what cannot be made ends it with its reason; where nothing is there yet, no folder is left', async () => {
  const notPrinted = failure({ code: 'not-printed' });
  const late = rig({ pdf: async (id) => (id === 'c' ? notPrinted : pdfOf(id)) });
  expect(await late.pdfs.save('one', ['a', 'b', 'c', 'd', 'e'])).toMatchObject({
    ok: true,
    value: { reason: { code: 'not-printed' } },
  });
  expect(late.ends).toEqual(['finished']);
  const early = rig({ pdf: async () => notPrinted });
  expect(await early.pdfs.save('one', ['a', 'b'])).toEqual(notPrinted);
  expect(early.ends).toEqual(['discarded']);
});

test('a disk that takes no folder is said to', async () => {
  const { pdfs } = rig({ newFolder: () => Promise.reject(new Error('ENOSPC: no space left on device')) });
  expect(await pdfs.save('one', ['a'])).toMatchObject({
    ok: false,
    error: { code: 'receipts-not-written', values: { why: 'full' }, detail: expect.stringContaining('ENOSPC') },
  });
});
