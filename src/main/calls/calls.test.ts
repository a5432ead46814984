import type { WebFrameMain } from 'electron';
import { expect, test, vi } from 'vitest';
import type { Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { APP_PAGE } from '../files/app-protocol.ts';

vi.mock('electron', () => ({ app: {}, net: {}, protocol: {} }));

const { Calls } = await import('./calls.ts');

const mainFrame = { url: APP_PAGE } as WebFrameMain;
const contents = { mainFrame };
const pause = vi.fn(() => success(null));
const read = vi.fn(() => failure({ code: 'internal' }));
const calls = new Calls({
  window: () => contents,
  // No others are called.
  handlers: { 'submissions.pause': pause, 'receipts.read': read } as Partial<Handlers> as Handlers,
  isOwnPath: () => false,
  onProblem: (_name, error) => expect.unreachable(String(error)),
});
/** Electron's event from a frame of the window. The frame is null if it was closed meanwhile. */
const from = (senderFrame: object | null) => ({ sender: contents, senderFrame }) as never;

test('a page that is gone is refused its call', async () => {
  const call = (frame: object | null) => calls.answer(from(frame), 'submissions.pause', { ids: [1] });
  expect(await call(null)).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(pause).not.toHaveBeenCalled();
  expect(await call(mainFrame)).toMatchObject({ ok: true });
});

test('a page that is gone gives no files', async () => {
  const gestureId = crypto.randomUUID();
  const given = { gestureId, paths: ['/a.txt'] };
  const readFiles = () => calls.answerWithFiles(from(mainFrame), 'receipts.read', {}, [{ gestureId, places: [0] }]);
  calls.takeFiles(from(null), given);
  expect(await readFiles()).toMatchObject({ ok: false, error: { code: 'files-not-given' } });
  calls.takeFiles(from(mainFrame), given);
  await readFiles();
  expect(read).toHaveBeenCalledExactlyOnceWith({ paths: ['/a.txt'] });
});
