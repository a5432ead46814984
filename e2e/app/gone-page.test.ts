import type { WebFrameMain } from 'electron';
import { expect, test, vi } from 'vitest';
import { APP_PAGE } from '../../src/main/electron/files/app-protocol.ts';
import type { Handlers } from '../../src/shared/bridge/bridge.ts';
import { channels } from '../../src/shared/bridge/call/channels.ts';
import { failure, success } from '../../src/shared/failures/failure.ts';
import { ipcMain } from '../chromium-host/electron/ipc-main.ts';

vi.mock('electron', async () => {
  const host = await import('../chromium-host/electron/ipc-main.ts');
  return { ipcMain: host.ipcMain, app: {}, net: {}, protocol: {} };
});

const { Calls } = await import('../../src/main/electron/calls/calls.ts');

test('a page that is gone, of which Electron says no frame, is answered nothing, and gives no files', async () => {
  const mainFrame = { url: APP_PAGE } as WebFrameMain;
  const contents = { mainFrame };
  const pause = vi.fn(() => success(null));
  const read = vi.fn(() => failure({ code: 'internal' }));
  new Calls({
    window: () => contents,
    // No others are called.
    handlers: { 'submissions.pause': pause, 'receipts.read': read } as Partial<Handlers> as Handlers,
    isOwnPath: () => false,
    onProblem: (_name, error) => expect.unreachable(String(error)),
  }).listen();
  const from = (frame: object | null) => ({ sender: contents, senderFrame: () => frame }) as never;
  const call = (frame: object | null) =>
    ipcMain.answer(from(frame), channels.call, ['submissions.pause', { ids: [1] }]);

  expect(await call(null)).toMatchObject({ ok: false, error: { code: 'refused', values: { what: 'page' } } });
  expect(pause).not.toHaveBeenCalled();
  expect(await call(mainFrame)).toMatchObject({ ok: true });

  const gestureId = crypto.randomUUID();
  const addFiles = () =>
    ipcMain.answer(from(mainFrame), channels.fileCall, ['receipts.read', {}, [{ gestureId, places: [0] }]]);
  ipcMain.receive(from(null), channels.filesGiven, [{ gestureId, paths: ['/a.txt'] }]);
  expect(await addFiles()).toMatchObject({ ok: false, error: { code: 'files-not-given' } });
  ipcMain.receive(from(mainFrame), channels.filesGiven, [{ gestureId, paths: ['/a.txt'] }]);
  await addFiles();
  expect(read).toHaveBeenCalledExactlyOnceWith({ paths: ['/a.txt'] });
});
