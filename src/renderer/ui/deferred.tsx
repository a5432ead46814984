import { type ComponentType, type RefCallback, useCallback, useRef, useState, useSyncExternalStore } from 'react';

/** A component whose code comes after the window is drawn. Until then a placeholder is shown, or nothing. */
export type Deferred<Props extends object> = ComponentType<Props> & {
  readonly provide: (view: ComponentType<Props>) => void;
};

/**
 * For what nobody needs in the first moment. What opens it is kept in a state of its own, so that nothing that happens
 * meanwhile is missed. The code is provided by the feature's `deferred.ts`, all of them read at once: each by itself would
 * share scores of small files with the others.
 */
export function deferred<Props extends object = object>(standIn: ComponentType<Props> | null = null): Deferred<Props> {
  let provided = standIn;
  const waiting = new Set<() => void>();
  const subscribe = (draw: () => void) => {
    waiting.add(draw);
    return () => waiting.delete(draw);
  };
  function View(props: Props) {
    const Provided = useSyncExternalStore(subscribe, () => provided);
    return Provided === null ? null : <Provided {...props} />;
  }
  return Object.assign(View, {
    provide: (view: ComponentType<Props>) => {
      provided = view;
      for (const draw of waiting) draw();
    },
  });
}

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
