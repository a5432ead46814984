import { expect, test, vi } from 'vitest';
import { failure, type Result, success } from '../../shared/failures/failure.ts';
import { FileOpening } from './file-opening.ts';

function opening(read: Result<unknown> = failure({ code: 'not-a-receipt' })) {
  const readReference = vi.fn(async () => read);
  const askAbout = vi.fn(async () => success({ kind: 'asks', dropId: 7 } as const));
  const tell = vi.fn();
  const isOwnPath = (path: string): boolean => path.startsWith('/own/');
  return { readReference, askAbout, tell, opening: new FileOpening(isOwnPath, readReference, askAbout, tell) };
}
const asks = { kind: 'files-opened', opened: { kind: 'asks', dropId: 7 } };

test('files that are opened are asked about as one drop', async () => {
  const { opening: files, askAbout, readReference, tell } = opening();
  await files.open(['/a.txt', '/b.txt']);
  expect(askAbout).toHaveBeenCalledExactlyOnceWith(['/a.txt', '/b.txt']);
  expect(tell).toHaveBeenCalledExactlyOnceWith(asks);
  expect(readReference).not.toHaveBeenCalled();
});

test('a receipt is verified and never submitted: by its own name, and by what is in a .json', async () => {
  for (const [path, read] of [
    ['/letter.txt receipt.SLIP', failure({ code: 'not-a-receipt' })],
    ['/letter.txt receipt.json', success({ kind: 'receipt' })],
    ['/damaged.json', failure({ code: 'receipt-changed' })],
  ] as const) {
    const { opening: files, askAbout, tell } = opening(read);
    await files.open([path]);
    expect(askAbout, path).not.toHaveBeenCalled();
    const [event] = tell.mock.calls.flat();
    expect(event).toMatchObject({ kind: 'receipt-opened', name: path.slice(1), others: 0 });
    expect(files.receiptPath(event.openedId)).toBe(path);
  }
});

test('a .json that is no receipt, and receipts among other files, are asked about', async () => {
  for (const paths of [['/data.json'], ['/a.txt', '/a.txt receipt.slip']]) {
    const { opening: files, askAbout, tell } = opening();
    await files.open(paths);
    expect(askAbout).toHaveBeenCalledExactlyOnceWith(paths);
    expect(tell).toHaveBeenCalledExactlyOnceWith(asks);
  }
});

test('of several receipts the first is verified, and how many more there were is told', async () => {
  const { opening: files, askAbout, tell } = opening();
  await files.open(['/a.slip', '/b.slip', '/c.slip']);
  expect(askAbout).not.toHaveBeenCalled();
  expect(tell).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'a.slip', others: 2 }));
});

test('what lies in the app’s own folders is refused as in a drop, and what cannot be asked about is said', async () => {
  const { opening: files, askAbout, tell } = opening();
  await files.open(['/a.txt', '/own/dropslip.db']);
  expect(askAbout).not.toHaveBeenCalled();
  expect(tell).toHaveBeenLastCalledWith({
    kind: 'files-opened',
    opened: { kind: 'refused', reason: { code: 'own-file' } },
  });
  askAbout.mockRejectedValueOnce(new Error('no'));
  await files.open(['/a.txt']);
  expect(tell).toHaveBeenLastCalledWith({
    kind: 'files-opened',
    opened: { kind: 'refused', reason: expect.objectContaining({ code: 'internal' }) },
  });
});

test('an id leads to the receipt that was opened, for the last few, and to nothing else', async () => {
  const { opening: files, tell } = opening();
  for (let count = 0; count < 9; count += 1) await files.open([`/${count}.slip`]);
  const ids = tell.mock.calls.map(([event]) => event.openedId);
  expect(ids.map((id) => files.receiptPath(id))).toEqual([null, ...ids.slice(1).map((_id, at) => `/${at + 1}.slip`)]);
  expect(files.receiptPath('/etc/passwd')).toBeNull();
});
