export type FileListeners = {
  /** Files hover over the window. */
  readonly onOver: (event: DragEvent) => void;
  /** Nothing hovers over it any more. */
  readonly onLeave: () => void;
  /** None when something else was dropped. */
  readonly onDrop: (files: readonly File[], event: DragEvent) => void;
  /** At least one. */
  readonly onPaste: (files: readonly File[]) => void;
};

/** Hears of files that are dropped anywhere on the window or pasted into it. Returns the function that stops. */
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
    // Leaving one element for another names the other; leaving the window names none.
    if (event.relatedTarget === null) onLeave();
  };
  const drop = (event: DragEvent): void => {
    onLeave();
    const files = [...(event.dataTransfer?.files ?? [])];
    const { target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    // Text may be dropped into a field; whatever else it is, the window must not go there.
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
