import { type ComponentType, type RefCallback, useCallback, useRef, useState, useSyncExternalStore } from 'react';

const readers: (() => Promise<void>)[] = [];

/**
 * A component that nobody needs in the first moment. Until its code is read, the placeholder is shown, or nothing. What
 * opens it is kept in a state of its own, so that nothing that happens meanwhile is missed.
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

/** Reads the code of all deferred components. */
export const readDeferred = (): Promise<unknown> => Promise.all(readers.map((read) => read()));

/** A part that opens behind a button. The placeholder draws the button before there is anything to open. */
export type Opening = {
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
  readonly buttonRef: RefCallback<HTMLElement>;
};

/** The button, which is drawn anew with what it opens, keeps the focus. */
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
