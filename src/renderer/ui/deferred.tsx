import { type ComponentType, useRef, useSyncExternalStore } from 'react';

const readers: (() => Promise<void>)[] = [];

/** True if the user has clicked on the placeholder: the component then opens at once. */
export type Opening = { readonly startsOpen?: boolean };

/** A component that the first view does not need. Until its code is loaded, the placeholder is rendered, or nothing. */
export function deferred<Props extends object>(
  read: () => Promise<ComponentType<Props & Opening>>,
  Placeholder: ComponentType<Props & { readonly onClick: () => void }> | null = null,
): ComponentType<Props> {
  let view: ComponentType<Props & Opening> | null = null;
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
    const isClicked = useRef(false);
    const onClick = (): void => {
      isClicked.current = true;
    };
    if (View !== null) return <View {...props} startsOpen={isClicked.current} />;
    return Placeholder === null ? null : <Placeholder {...props} onClick={onClick} />;
  };
}

export const readDeferred = (): Promise<unknown> => Promise.all(readers.map((read) => read()));
