import { useEffect, useRef, useState } from 'react';

export type RecordTarget = {
  readonly submissionId: string;
  /** Of its file; null where that is not known. */
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

/** Attributes of an element that stands for a submission: a file that is let go on it is checked against it. */
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

/** Attributes of the place to let go on for who wants to be asked about what they drop. */
export const askingZone = { 'data-asking-zone': '' } as const;

function isAsking({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-asking-zone]') !== null;
}

export type Dragged = {
  /** How many things; 0 when the system does not say. */
  readonly count: number;
  /** The submission that they would be let go on. */
  readonly record: RecordUnder | null;
  /** Whether there are submissions on the screen to aim at. */
  readonly records: boolean;
  /** Whether they would be let go where the person wants to be asked about them. */
  readonly asks: boolean;
};

type Takers = {
  /** At least one file, let go on a submission. */
  readonly onRecord: (record: RecordTarget, files: readonly File[], folders: ReadonlySet<File>) => void;
  /** At least one file, let go anywhere else or pasted. `asks`: where the person wants to be asked about them. */
  readonly onFiles: (files: readonly File[], asks: boolean) => void;
};

/** Takes files that are dropped anywhere on the window or pasted into it. Returns what hovers over it; null for nothing. */
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
  /** None when something else was dropped. */
  readonly onDrop: (files: readonly File[], event: DragEvent) => void;
  /** At least one. */
  readonly onPaste: (files: readonly File[]) => void;
};

/** Which of the dropped things are folders: a `File` does not say it of itself. */
export function droppedFolders({ dataTransfer }: DragEvent): ReadonlySet<File> {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory === true);
  return new Set(folders.flatMap((item) => item.getAsFile() ?? []));
}

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
