import { type ComponentType, useSyncExternalStore } from 'react';

const readers: (() => Promise<void>)[] = [];

/**
 * A component that the first view does not need. Until its code is loaded, the placeholder is rendered, or nothing.
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

export const readDeferred = (): Promise<unknown> => Promise.all(readers.map((read) => read()));
