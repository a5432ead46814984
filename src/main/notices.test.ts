import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../core/app.ts';
import { DomainEvents } from '../core/domain-events.ts';
import { separatorsOf } from '../shared/amounts.ts';
import { type BatchCounts, noFiles } from '../shared/submissions/batch-status.ts';
import type { Batch } from './desktop/work-count.ts';
import type { WayIn } from './window/way-in.ts';

/** Electron's part: a desktop that shows notices, or not. */
const desktop = vi.hoisted(() => ({
  isSupported: true,
  /** What Linux's notification service answers. */
  service: '' as string | null,
  shown: [] as { readonly title: string; emit(name: string, ...args: unknown[]): boolean }[],
  windows: [] as object[],
}));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class Notification extends Emitter {
    static isSupported = () => desktop.isSupported;
    readonly title: string;
    constructor({ title }: { readonly title: string }) {
      super();
      this.title = title;
    }
    show(): void {
      desktop.shown.push(this);
    }
    close(): void {}
  }
  return { Notification, BrowserWindow: { getFocusedWindow: () => null, getAllWindows: () => desktop.windows } };
});
vi.mock('./session-bus.ts', () => ({ callOnSessionBus: async () => desktop.service }));

const { Notices } = await import('./notices.ts');

class Window extends EventEmitter {
  readonly flashFrame = vi.fn();
}

const batchOf = (counts: Partial<BatchCounts>, number: number): Batch => ({
  number,
  counts: { ...noFiles, ...counts },
  bytes: { all: 0, gone: 0, submitted: 0, byStatus: noFiles },
});

function noticesIn(window: Window, batches = new Map<string, Batch>()) {
  desktop.windows = [window];
  const events = new DomainEvents((_name, error) => {
    throw error;
  });
  const problems: string[] = [];
  events.on('problem', ({ detail }) => problems.push(detail));
  const toQueue = vi.fn();
  const notices = new Notices(
    events,
    { batches: () => batches, readsRecords: () => true } as unknown as App,
    { toQueue } as unknown as WayIn,
    () => separatorsOf('en'),
  );
  notices.begin();
  let number = 0;
  /** Ends a batch of one file, and waits until that is reported. */
  const endBatch = async (): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    number += 1;
    batches.set('a', batchOf({ submitted: 1 }, number));
    events.emit('submissions.changed', { submissions: [] });
    await vi.advanceTimersByTimeAsync(2_000);
    await settled();
  };
  return { events, endBatch, problems, toQueue };
}

beforeEach(() => {
  desktop.isSupported = true;
  desktop.service = "('dunst', 'knopwob', '1.9.0', '1.2')";
  desktop.shown.length = 0;
});

/** Notices are shown a moment later: the desktop is asked first. */
const settled = (): Promise<unknown> => setImmediate();

test('a notice that the desktop does not show flashes the window until the user looks, and is logged', async () => {
  const window = new Window();
  const { endBatch, problems } = noticesIn(window);
  await endBatch();
  expect(window.flashFrame).not.toHaveBeenCalled();
  desktop.shown[0]?.emit('failed', {}, 'notifications are off');
  expect(window.flashFrame.mock.calls).toEqual([[true]]);
  expect(problems).toEqual(['notifications are off']);
  await endBatch();
  desktop.shown[1]?.emit('failed', {}, 'notifications are off');
  window.emit('focus');
  expect(window.flashFrame.mock.calls).toEqual([[true], [false]]);
});

test('a desktop that knows no notices flashes the window instead', async () => {
  desktop.isSupported = false;
  const window = new Window();
  await noticesIn(window).endBatch();
  expect(desktop.shown).toEqual([]);
  expect(window.flashFrame.mock.calls).toEqual([[true]]);
});

test.runIf(process.platform === 'linux')('a notification service that does not answer is not used', async () => {
  desktop.service = null;
  const window = new Window();
  await noticesIn(window).endBatch();
  expect(desktop.shown).toEqual([]);
  expect(window.flashFrame.mock.calls).toEqual([[true]]);
});

test('the end of a batch is reported once, a moment after nothing of it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const batches = new Map<string, Batch>();
  const { events } = noticesIn(new Window(), batches);
  const become = (counts: Partial<BatchCounts>, number = 1): void => {
    batches.set('a', batchOf(counts, number));
    events.emit('submissions.changed', { submissions: [] });
  };
  const titles = async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    await settled();
    return desktop.shown.splice(0).map(({ title }) => title);
  };
  become({ toGo: 2 });
  become({ submitted: 2, paused: 1 });
  expect(await titles()).toEqual([]);
  become({ submitted: 2, rejected: 1 });
  expect(await titles()).toEqual(['2 of 3 files submitted']);
  become({ confirmed: 2, rejected: 1 });
  expect(await titles()).toEqual([]);
  // Removed from the list.
  become({ confirmed: 1 });
  expect(await titles()).toEqual([]);
  // A file that ended before its start could be reported.
  become({ confirmed: 1, submitted: 1 });
  expect(await titles()).toHaveLength(1);
  become({ submitted: 1 }, 2);
  expect(await titles()).toEqual(['Your file is submitted']);
});

test('a notice that is shown flashes nothing, and leads to its subject', async () => {
  const window = new Window();
  const { endBatch, toQueue } = noticesIn(window);
  await endBatch();
  desktop.shown[0]?.emit('show', {});
  desktop.shown[0]?.emit('click', {});
  expect(toQueue.mock.calls).toEqual([['a']]);
  expect(window.flashFrame).not.toHaveBeenCalled();
});
