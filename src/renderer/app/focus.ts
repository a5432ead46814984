import { type RefObject, useEffect, useRef } from 'react';
import type { ScreenId } from '../data/navigation.ts';

/**
 * A screen that was opened by something else than the navigation takes the focus, so that the keyboard goes on there and
 * not where it was before, unless the screen has put it into one of its fields.
 */
export function useFocusOnArrival(sheet: RefObject<HTMLElement | null>, screenId: ScreenId): void {
  const shown = useRef(screenId);
  useEffect(() => {
    if (shown.current === screenId) return;
    shown.current = screenId;
    const { activeElement } = document;
    if (sheet.current?.contains(activeElement) || activeElement?.hasAttribute('aria-current')) return;
    sheet.current?.focus({ preventScroll: true });
  }, [sheet, screenId]);
}

/**
 * What has the focus may go: a button that has done its work, a bar that was answered, a row. The keyboard then goes on
 * within the screen and not at the page's beginning. A button that can't be pressed while it works has it again afterwards.
 */
export function useFocusKept(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = sheet.current;
    if (screen === null) return;
    let focused: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      focused = target instanceof HTMLElement ? target : null;
    };
    const onBlur = ({ target }: FocusEvent): void => {
      // What can still be used was left on purpose. What is being taken out is gone only after this.
      queueMicrotask(() => {
        if (focused === target && focused?.isConnected && !focused.matches(':disabled')) focused = null;
      });
    };
    const observer = new MutationObserver(() => {
      if (focused === null || document.activeElement !== document.body) return;
      if (!focused.isConnected) screen.focus({ preventScroll: true });
      else if (!focused.matches(':disabled')) focused.focus({ preventScroll: true });
    });
    screen.addEventListener('focusin', onFocus);
    screen.addEventListener('focusout', onBlur);
    observer.observe(screen, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      screen.removeEventListener('focusin', onFocus);
      screen.removeEventListener('focusout', onBlur);
    };
  }, [sheet]);
}
