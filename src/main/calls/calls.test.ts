import type { WebFrameMain } from 'electron';
import { expect, test, vi } from 'vitest';
import { calls as bridge, type Handlers } from '../../shared/bridge/bridge.ts';
import { failure, success } from '../../shared/failures/failure.ts';
import { APP_PAGE } from '../files/app-protocol.ts';

vi.mock('electron', () => ({ app: {}, net: {}, protocol: {} }));

const { Calls } = await import('./calls.ts');

const mainFrame = { url: APP_PAGE } as WebFrameMain;
const contents = { mainFrame };
const pause = vi.fn(() => success(null));
const read = vi.fn(() => failure({ code: 'internal' }));
const calls = new Calls(
  () => contents,
  // No others are called.
  { 'submissions.pause': pause, 'receipts.read': read } as Partial<Handlers> as Handlers,
  (path) => path.startsWith('/own/'),
  (_name, error) => expect.unreachable(String(error)),
);
/** Electron's event from a frame of the window. The frame is null if it was closed meanwhile. */
const from = (senderFrame: object | null) => ({ sender: contents, senderFrame }) as never;

test('a page that is gone is refused its call', async () => {
  const call = (frame: object | null) => calls.answer(from(frame), 'submissions.pause', { ids: [1] });
  expect(await call(null)).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(pause).not.toHaveBeenCalled();
  expect(await call(mainFrame)).toMatchObject({ ok: true });
});

const readFiles = (frame: object | null, paths: unknown) =>
  calls.answerWithFiles(from(frame), 'receipts.read', { paths: ['/etc/passwd'] }, paths);

test('only the paths of the preload count, and only from a page that is there', async () => {
  expect(await readFiles(null, ['/a.txt'])).toMatchObject({ ok: false, error: { code: 'refused' } });
  for (const paths of [undefined, null, '/a.txt', [], [7], [['/a.txt']]])
    expect(await readFiles(mainFrame, paths)).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(read).not.toHaveBeenCalled();
  await readFiles(mainFrame, ['/a.txt']);
  expect(read).toHaveBeenCalledExactlyOnceWith({ paths: ['/a.txt'] });
});

test('a file of the app’s own folders is refused', async () => {
  const paths = ['/own/made by the page'];
  expect(await readFiles(mainFrame, paths)).toMatchObject({ ok: false, error: { code: 'own-file' } });
});

/** An object that can be no number, as structured cloning brings it from a page. */
const odd = structuredClone({ length: { valueOf: null, toString: null } });

test.each(Object.entries(bridge))('%s refuses what throws when it is compared', (_name, entry) => {
  const members: unknown = Reflect.get(entry.input, 'shape');
  const names =
    typeof members === 'object' && members !== null ? Object.keys(members) : ['checkId', 'submissionId', 'paths'];
  for (const input of [odd, ...names.map((name) => ({ [name]: odd }))]) expect(entry.read(input)).toBeNull();
});
