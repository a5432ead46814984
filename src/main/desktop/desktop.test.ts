import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../core/app.ts';
import { RecordedEvents } from '../../core/domain-events.fixture.ts';
import { separatorsOf } from '../../shared/amounts.ts';
import type { Submission } from '../../shared/bridge/submissions.ts';
import { batchStatusOf, noFiles } from '../../shared/submissions/batch-status.ts';
import type { SubmissionState } from '../../shared/submissions/submission-state.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { MainWindow } from '../window/main-window.ts';
import type { Batch } from './work-count.ts';

type Entry = { readonly id?: string; readonly label?: string; readonly click?: () => void };

const shown = vi.hoisted(() => ({ trays: [] as { menu: readonly Entry[]; toolTip: string; isThere: boolean }[] }));
const app = vi.hoisted(() => ({
  isPackaged: false,
  setBadgeCount: vi.fn<(count: number) => void>(),
  // Asked on macOS alone.
  getLoginItemSettings: () => ({ wasOpenedAtLogin: false }),
}));
vi.mock('electron', () => ({
  app,
  nativeImage: { createFromDataURL: () => ({ addRepresentation: () => undefined, setTemplateImage: () => undefined }) },
  Menu: { buildFromTemplate: (entries: readonly Entry[]) => entries },
  Tray: class {
    readonly #tray = { menu: [] as readonly Entry[], toolTip: '', isThere: true };
    constructor() {
      shown.trays.push(this.#tray);
    }
    on(): void {}
    setToolTip(toolTip: string): void {
      this.#tray.toolTip = toolTip;
    }
    setContextMenu(menu: readonly Entry[]): void {
      this.#tray.menu = menu;
    }
    destroy(): void {
      this.#tray.isThere = false;
    }
  },
}));
vi.mock('./tray-support.ts', () => ({ hasTray: async () => true }));
const { Desktop } = await import('./desktop.ts');

const waiting: SubmissionState = { kind: 'waiting' };
const paused: SubmissionState = { kind: 'paused', why: { kind: 'by-user' } };
const row = (id: number, state: SubmissionState) => ({ id, state, size: 100 }) as Submission;

function batchOf(rows: readonly Submission[]): Batch {
  const counts = { ...noFiles };
  for (const { state } of rows) counts[batchStatusOf(state)] += 1;
  return { number: 1, counts, bytes: { all: 100 * rows.length, gone: 0, submitted: 0, byStatus: noFiles } };
}

beforeEach(() => {
  shown.trays.length = 0;
  app.setBadgeCount.mockClear();
});

function beside(known: readonly Submission[], whenClosed: 'ask' | 'stay' = 'ask') {
  const events = new RecordedEvents();
  const opened = Object.assign(new EventEmitter(), { setProgressBar: vi.fn(), setOverlayIcon: vi.fn() });
  const open: ((window: BrowserWindow) => void)[] = [];
  const window = { current: null as BrowserWindow | null, show: vi.fn(), onOpen: open.push.bind(open) };
  const acts = { pause: vi.fn(), resume: vi.fn() };
  const quit = vi.fn();
  events.on('quit.chosen', quit);
  // Core counts before it reports.
  const rows = new Map(known.map((one) => [one.id, one]));
  events.on('submissions.changed', ({ submissions }) => {
    for (const one of submissions) rows.set(one.id, one);
  });
  events.on('submissions.removed', ({ ids }) => {
    for (const id of ids) rows.delete(id);
  });
  const dropslip = {
    allSubmissions: () => known,
    batches: () => new Map([['a', batchOf([...rows.values()])]]),
    features: { submissions: { commands: acts } },
  };
  const desktop = new Desktop(
    events,
    window as unknown as MainWindow,
    dropslip as unknown as App,
    { chosen: { whenClosed } } as Preferences,
    () => separatorsOf('en'),
  );
  const openWindow = (): void => {
    window.current = opened as unknown as BrowserWindow;
    for (const listener of open) listener(window.current);
  };
  return { desktop, events, window, openWindow, opened, quit, ...acts };
}

const quietStart = { paths: [], inBackground: false, isUpdateMissing: false };
const choose = (id: string): void =>
  shown.trays
    .at(-1)
    ?.menu.find((entry) => entry.id === id)
    ?.click?.();

test('a start at login has an icon in the tray and no window, unless files are opened', async () => {
  const { desktop, window } = beside([row(1, waiting)]);
  expect(desktop.start({ atStart: { ...quietStart, inBackground: true }, hasPending: false })).toBe(false);
  await vi.waitFor(() => expect(shown.trays).toHaveLength(1));
  expect([shown.trays[0]?.toolTip, window.show.mock.calls.length]).toEqual(['Dropslip: Sending 1 of 1', 0]);
  for (const [atStart, hasPending] of [
    [quietStart, false],
    [{ ...quietStart, inBackground: true }, true],
  ] as const) {
    const other = beside([]);
    expect(other.desktop.start({ atStart, hasPending })).toBe(true);
    expect(other.window.show).toHaveBeenCalledOnce();
  }
});

test('the tray’s menu pauses and resumes what can be, shows the window and quits, and says what is on its way', async () => {
  const { desktop, events, openWindow, pause, quit, resume, window } = beside(
    [row(1, waiting), row(2, paused)],
    'stay',
  );
  desktop.start({ atStart: quietStart, hasPending: false });
  await vi.waitFor(() => expect(shown.trays).toHaveLength(1));
  const labels = shown.trays[0]?.menu.flatMap(({ label }) => label ?? []);
  expect(labels).toEqual(['Sending 1 of 2', 'Open Dropslip', 'Pause all', 'Resume all', 'Quit Dropslip']);
  choose('pause');
  choose('resume');
  expect([pause.mock.calls, resume.mock.calls]).toEqual([[[[1]]], [[[2], 'by-user']]]);
  choose('quit');
  expect([quit.mock.calls.length, window.show.mock.calls.length]).toEqual([1, 1]);
  // What is asked before it quits is asked in the window.
  openWindow();
  choose('quit');
  choose('open');
  expect([quit.mock.calls.length, window.show.mock.calls.length]).toEqual([2, 3]);
  const both = [row(1, { kind: 'cancelled' }), row(2, { kind: 'cancelled' })];
  events.emit('submissions.changed', { submissions: both });
  expect(shown.trays[0]?.menu.map(({ id }) => id)).not.toContain('pause');
  desktop.close();
  expect(shown.trays.map(({ isThere }) => isThere)).toEqual([false]);
});

test('bar and badge follow what goes on; a new window is told, and one that closes leaves no bar behind', () => {
  const { events, openWindow, opened } = beside([row(1, waiting)]);
  openWindow();
  expect(opened.setProgressBar).toHaveBeenLastCalledWith(0, { mode: 'normal' });
  opened.emit('close');
  expect(opened.setProgressBar).toHaveBeenLastCalledWith(-1, { mode: 'none' });
  // It was kept open after all.
  events.emit('submissions.changed', { submissions: [] });
  expect(opened.setProgressBar).toHaveBeenLastCalledWith(0, { mode: 'normal' });
  const rejected: SubmissionState = { kind: 'rejected', reason: { code: 'empty' } };
  events.emit('submissions.changed', { submissions: [row(1, rejected)] });
  expect(opened.setProgressBar).toHaveBeenLastCalledWith(-1, { mode: 'none' });
  events.emit('submissions.changed', { submissions: [row(1, rejected)] });
  expect(app.setBadgeCount.mock.calls).toEqual([[1]]);
  events.emit('submissions.removed', { ids: [1] });
  expect(app.setBadgeCount).toHaveBeenLastCalledWith(0);
});

test('on Windows the taskbar has a sign over its button in place of a number, which is said too', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  const { events, openWindow, opened } = beside([]);
  openWindow();
  events.emit('submissions.changed', { submissions: [row(1, { kind: 'rejected', reason: { code: 'empty' } })] });
  expect(opened.setOverlayIcon).toHaveBeenLastCalledWith(expect.anything(), '1 file needs your attention');
  events.emit('submissions.removed', { ids: [1] });
  expect(opened.setOverlayIcon).toHaveBeenLastCalledWith(null, '');
});
