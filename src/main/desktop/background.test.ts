import { expect, test, vi } from 'vitest';
import type { Preferences } from '../../shared/preferences.ts';
import { Background } from './background.ts';
import type { TrayIcon } from './tray.ts';

function background(whenClosed: Preferences['whenClosed'] = 'ask') {
  const desktop = { hasTray: true, shown: 0, whenClosed };
  const showWindow = vi.fn();
  const one = new Background(
    async () => desktop.hasTray,
    () => {
      desktop.shown += 1;
      const close = (): void => {
        desktop.shown -= 1;
      };
      return { update: (): void => undefined, close } as unknown as TrayIcon;
    },
    () => desktop.whenClosed,
    showWindow,
  );
  return { desktop, showWindow, one };
}

test('the icon is in the tray while there is no window, and no longer than that', async () => {
  const { desktop, one } = background();
  await one.look();
  expect([one.canStay, desktop.shown]).toEqual([true, 0]);
  await one.windowClosed();
  expect(desktop.shown).toBe(1);
  one.windowOpened();
  expect(desktop.shown).toBe(0);
});

test('of an app that always stays the icon is there beside the window too, until it ends', async () => {
  const { desktop, one } = background('stay');
  await one.look();
  expect(desktop.shown).toBe(1);
  desktop.whenClosed = 'quit';
  one.refresh();
  expect(desktop.shown).toBe(0);
  desktop.whenClosed = 'stay';
  one.refresh();
  one.close();
  await one.look();
  expect(desktop.shown).toBe(0);
});

test('a window that closes comes back where the tray has gone meanwhile: nobody could reach the app', async () => {
  const { desktop, one, showWindow } = background();
  await one.look();
  desktop.hasTray = false;
  await one.windowClosed();
  expect(showWindow).toHaveBeenCalledOnce();
  expect([one.canStay, desktop.shown]).toEqual([false, 0]);
});

test('a start at login waits for the tray that the desktop brings later, and shows the window where none comes', async () => {
  vi.useFakeTimers();
  const late = background();
  late.desktop.hasTray = false;
  const started = late.one.startWithoutWindow();
  await vi.advanceTimersByTimeAsync(2_000);
  late.desktop.hasTray = true;
  await vi.advanceTimersByTimeAsync(500);
  await started;
  expect([late.desktop.shown, late.showWindow.mock.calls.length]).toEqual([1, 0]);

  const never = background();
  never.desktop.hasTray = false;
  const waiting = never.one.startWithoutWindow();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(never.showWindow).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(never.showWindow).toHaveBeenCalledOnce();
});

test('who opens the window while the tray is looked for, or ends the app, is shown no other later', async () => {
  vi.useFakeTimers();
  for (const meanwhile of ['windowOpened', 'close'] as const) {
    const { desktop, one, showWindow } = background();
    desktop.hasTray = false;
    const started = one.startWithoutWindow();
    await vi.advanceTimersByTimeAsync(1_000);
    one[meanwhile]();
    await vi.advanceTimersByTimeAsync(9_000);
    await started;
    expect(showWindow).not.toHaveBeenCalled();
  }
});
