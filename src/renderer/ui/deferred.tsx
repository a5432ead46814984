import { type ComponentType, useSyncExternalStore } from 'react';

/** A component whose code comes after the window is drawn: it draws nothing until then. */
export type Deferred<Props extends object> = ComponentType<Props> & {
  readonly provide: (view: ComponentType<Props>) => void;
};

/**
 * For what nobody needs in the first moment. What opens it is kept in a state of its own, so that nothing that happens
 * meanwhile is missed. The code is provided by the feature's `deferred.ts`, all of them read at once: each by itself would
 * share scores of small files with the others.
 */
export function deferred<Props extends object = object>(): Deferred<Props> {
  let provided: ComponentType<Props> | null = null;
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
