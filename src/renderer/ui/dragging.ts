import { useEffect, useRef, useState } from 'react';

/** The attributes of the drop target for files that the user wants to be asked about. */
export const askingZone = { 'data-asking-zone': '' } as const;

function isAsking({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-asking-zone]') !== null;
}

type Dragged = {
  /** The number of items; 0 if the system does not report it. */
  readonly count: number;
  /** True over the target for files that the user wants to be asked about. */
  readonly asks: boolean;
};

/**
 * Handles files that are dropped anywhere on the window or pasted into it. `onFiles` gets at least one file; its `asks`
 * is true for the target that asks first. Returns the current drag; null if none.
 */
export function useDragged(onFiles: (files: readonly File[], asks: boolean) => void): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    const take = (files: readonly File[], asks: boolean): void => {
      if (files.length > 0) latest.current(files, asks);
    };
    return listenForFiles({
      onOver: (event) => {
        const count = event.dataTransfer?.items.length ?? 0;
        const asks = isAsking(event);
        setDragged((before) => (before?.count === count && before.asks === asks ? before : { count, asks }));
      },
      onLeave: () => setDragged(null),
      onDrop: (files, event) => take(files, isAsking(event)),
      onPaste: (files) => take(files, false),
    });
  }, []);

  return dragged;
}

type FileListeners = {
  readonly onOver: (event: DragEvent) => void;
  readonly onLeave: () => void;
  /** `files` is empty if something else was dropped. */
  readonly onDrop: (files: readonly File[], event: DragEvent) => void;
  readonly onPaste: (files: readonly File[]) => void;
};

/** The dropped items that are folders, which a `File` alone does not reveal. */
export function droppedFolders({ dataTransfer }: DragEvent): ReadonlySet<File> {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory === true);
  return new Set(folders.flatMap((item) => item.getAsFile() ?? []));
}

/**
 * Listens for files that are dropped anywhere on the window or pasted into it. Returns a function that stops listening.
 */
export function listenForFiles({ onOver, onLeave, onDrop, onPaste }: FileListeners): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    onOver(event);
  };
  const leave = (event: DragEvent): void => {
    // `relatedTarget` is null only if the drag leaves the window.
    if (event.relatedTarget === null) onLeave();
  };
  const drop = (event: DragEvent): void => {
    onLeave();
    const files = [...(event.dataTransfer?.files ?? [])];
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // Text may be dropped into a field. Any other drop must not navigate the window.
    if (files.length === 0 && isField) return;
    event.preventDefault();
    onDrop(files, event);
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onPaste(files);
  };
  window.addEventListener('dragenter', over, { signal });
  window.addEventListener('dragover', over, { signal });
  window.addEventListener('dragleave', leave, { signal });
  window.addEventListener('drop', drop, { signal });
  window.addEventListener('paste', paste, { signal });
  return () => listening.abort();
}
