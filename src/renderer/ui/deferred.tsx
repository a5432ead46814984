import { type ComponentType, type RefCallback, useCallback, useRef, useState, useSyncExternalStore } from 'react';

const readers: (() => Promise<void>)[] = [];

/**
 * A component that the first view does not need. Until its code is loaded, the placeholder is rendered, or nothing.
 * Keep the opened state outside, so that no click is lost meanwhile.
 */
export function deferred<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  placeholder: ComponentType<Props> | null = null,
): ComponentType<Props> {
  let view = placeholder;
  const waiting = new Set<() => void>();
  readers.push(async () => {
    view = await read();
    for (const draw of waiting) draw();
  });
  const subscribe = (draw: () => void) => {
    waiting.add(draw);
    return () => waiting.delete(draw);
  };
  return function Deferred(props: Props) {
    const View = useSyncExternalStore(subscribe, () => view);
    return View === null ? null : <View {...props} />;
  };
}

/** Loads the code of all deferred components. */
export const readDeferred = (): Promise<unknown> => Promise.all(readers.map((read) => read()));

/** A part that a button opens. The placeholder draws the button while the code is being loaded. */
export type Opening = {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly buttonRef: RefCallback<HTMLElement>;
};

/** Keeps the focus on the button when the loaded component replaces it. */
export function useOpening(): Opening {
  const [opened, setOpened] = useState(false);
  const hadFocus = useRef(false);
  const buttonRef = useCallback((drawn: HTMLElement) => {
    if (hadFocus.current) drawn.focus({ preventScroll: true });
    return () => {
      hadFocus.current = document.activeElement === drawn;
    };
  }, []);
  return { opened, setOpened, buttonRef };
}
