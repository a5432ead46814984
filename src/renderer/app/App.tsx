import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { goTo, type ScreenId, useNavigation } from '../data/navigation.ts';
import { changePreferences, usePreferences } from '../data/preferences.ts';
import { useWindowStore } from '../data/window-state.ts';
import { ProblemBanner } from '../features/accounts/index.ts';
import { Finder } from '../features/spotlight/index.ts';
import { FileDrop } from '../features/submit/index.ts';
import { deferred, readDeferred } from '../ui/deferred.tsx';
import classes from './App.module.css';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Navigation } from './Navigation.tsx';
import { screens, useScreens } from './screens.ts';
import { useFrameShortcuts } from './shortcuts.ts';
import { cssVariables, theme } from './theme.ts';

/** Main stores the appearance and sends it with the page. */
const colourSchemes: MantineColorSchemeManager = {
  get: () => usePreferences.getState().appearance,
  set: (appearance) => void changePreferences({ appearance }),
  clear: () => void changePreferences({ appearance: 'auto' }),
  // Only this window changes the appearance.
  subscribe: () => undefined,
  unsubscribe: () => undefined,
};

const Overlays = deferred(async () => (await import('../after-first-view.ts')).Overlays);

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colourSchemes}
      getStyleNonce={styleNonce}
    >
      <ErrorBoundary of="window">
        <Frame />
      </ErrorBoundary>
    </MantineProvider>
  );
}

const showSubmit = (): void => goTo('submit');

function Frame() {
  const screenId = useNavigation((state) => state.screenId);
  const phase = useWindowStore((state) => state.phase);
  const screen = screens.find((candidate) => candidate.id === screenId) ?? screens[0];
  const labelledScreens = useScreens();
  const sheet = useRef<HTMLElement>(null);
  useFocusOnArrival(sheet, screenId);
  useFocusKept(sheet);
  useFrameShortcuts();
  const isWhole = useWholeWindow(phase.kind !== 'loading');
  // The first view of an empty list needs none of the code that loads later.
  const isFirstView = useWindowStore((state) => state.lists.all.length === 0) && screen === screens[0];
  return (
    <div className={classes.page} data-page>
      <div className={classes.frame}>
        {/* The finder precedes the screen: it restores the focus as it closes, and the screen that it opened takes the
            focus after that. */}
        {phase.kind === 'ready' && <Finder screens={labelledScreens} />}
        <Navigation />
        <main
          ref={sheet}
          tabIndex={-1}
          className={classes.sheet}
          aria-busy={phase.kind === 'loading' || !(isWhole || isFirstView)}
        >
          <ProblemBanner />
          {phase.kind === 'ready' && (
            <ErrorBoundary key={screen.id} of="screen">
              <screen.view />
            </ErrorBoundary>
          )}
          {phase.kind === 'broken' && (
            <div className={classes.broken} role="alert">
              <h1>Dropslip could not start</h1>
              <p>{failureMessage(phase.reason)}</p>
            </div>
          )}
        </main>
        <Overlays />
        {/* Rendered while the rest still loads, so that dropped files are accepted early. */}
        {phase.kind !== 'broken' && screen.takesDrops !== true && <FileDrop onTaken={showSubmit} />}
      </div>
    </div>
  );
}

/** Loads all other code in its own task after the first view has been painted. */
function useWholeWindow(isDrawn: boolean): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    if (isDrawn) requestAnimationFrame(() => setTimeout(() => void readDeferred().then(() => setWhole(true))));
  }, [isDrawn]);
  return isWhole;
}

/** Main puts this nonce into the page. The content security policy accepts only style elements that have it. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/**
 * Moves the focus to a screen that was opened by something other than the navigation, so that the keyboard continues
 * there. Does nothing if the screen has focused one of its own fields.
 */
function useFocusOnArrival(sheet: RefObject<HTMLElement | null>, screenId: ScreenId): void {
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
 * Keeps the focus on the screen if the focused element disappears, such as a button, a question or a row. Without this,
 * the browser starts again at the top of the page. A button that is disabled while it works gets the focus back
 * afterwards.
 */
function useFocusKept(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const screen = sheet.current;
    if (screen === null) return;
    let focused: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent): void => {
      focused = target instanceof HTMLElement ? target : null;
    };
    const onBlur = ({ target }: FocusEvent): void => {
      // If the element can still be used, the user moved the focus. An element that is being removed is gone only after
      // this.
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
