import { useEffect, useRef, useState } from 'react';

export type RecordTarget = {
  readonly submissionId: string;
  /** The file name; null if unknown. */
  readonly name: string | null;
};

/** Pixels in the window. */
export type Place = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type RecordUnder = RecordTarget & { readonly place: Place };

/**
 * The attributes of an element that shows a submission. A file that is dropped on it is compared with the submission.
 */
export function recordTarget({ submissionId, name }: RecordTarget) {
  return { 'data-record-id': submissionId, 'data-record-name': name ?? undefined };
}

function recordUnder({ target }: DragEvent): RecordUnder | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-record-id]') : null;
  const { recordId, recordName = null } = element?.dataset ?? {};
  if (element === null || recordId === undefined) return null;
  return { submissionId: recordId, name: recordName, place: inSight(element) };
}

function hasRecords(): boolean {
  return document.querySelector('[data-record-id]') !== null;
}

function inSight(element: Element): Place {
  const own = element.getBoundingClientRect();
  const frame = element.closest('main')?.getBoundingClientRect();
  const left = Math.max(own.left, frame?.left ?? 0, 0);
  const top = Math.max(own.top, frame?.top ?? 0, 0);
  const right = Math.min(own.right, frame?.right ?? innerWidth, innerWidth);
  const bottom = Math.min(own.bottom, frame?.bottom ?? innerHeight, innerHeight);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The attributes of the drop target for files that the user wants to be asked about. */
export const askingZone = { 'data-asking-zone': '' } as const;

function isAsking({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-asking-zone]') !== null;
}

export type Dragged = {
  /** The number of items; 0 if the system does not report it. */
  readonly count: number;
  /** The submission under the pointer. */
  readonly record: RecordUnder | null;
  /** True if the screen shows submissions to drop on. */
  readonly records: boolean;
  /** True over the target for files that the user wants to be asked about. */
  readonly asks: boolean;
};

type Takers = {
  /** Receives at least one file that was dropped on a submission. */
  readonly onRecord: (record: RecordTarget, files: readonly File[], folders: ReadonlySet<File>) => void;
  /** Receives at least one file that was dropped elsewhere or pasted. `asks` is true for the target that asks first. */
  readonly onFiles: (files: readonly File[], asks: boolean) => void;
};

/** Handles files that are dropped anywhere on the window or pasted into it. Returns the current drag; null if none. */
export function useDragged(takers: Takers): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const latest = useRef(takers);
  latest.current = takers;

  useEffect(() => {
    const take = (files: readonly File[], asks: boolean): void => {
      if (files.length > 0) latest.current.onFiles(files, asks);
    };
    return listenForFiles({
      onOver: (event) => {
        const count = event.dataTransfer?.items.length ?? 0;
        const now = { count, record: recordUnder(event), records: hasRecords(), asks: isAsking(event) };
        setDragged((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
      },
      onLeave: () => setDragged(null),
      onDrop: (files, event) => {
        const record = recordUnder(event);
        if (record === null) take(files, isAsking(event));
        else if (files.length > 0) latest.current.onRecord(record, files, droppedFolders(event));
      },
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
  /** At least one. */
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
