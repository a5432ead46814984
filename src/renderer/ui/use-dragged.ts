import { useEffect, useRef, useState } from 'react';
import { listenForFiles } from './listen-for-files.ts';
import { hasRecords, type RecordTarget, type RecordUnder, recordUnder } from './record-target.ts';

/** What is being dragged over the window. */
export type Dragged = {
  /** How many things; 0 when the system does not say. */
  readonly count: number;
  /** The submission that they would be let go on. */
  readonly record: RecordUnder | null;
  /** Whether there are submissions on the screen to aim at. */
  readonly records: boolean;
};

type Takers = {
  /** At least one file, let go on a submission. */
  readonly onRecord: (record: RecordTarget, files: readonly File[]) => void;
  /** At least one file, let go anywhere else or pasted. */
  readonly onFiles: (files: readonly File[]) => void;
};

/** Takes files that are dropped anywhere on the window or pasted into it. Returns what hovers over it; null for nothing. */
export function useDragged(takers: Takers): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const latest = useRef(takers);
  latest.current = takers;

  useEffect(() => {
    const take = (files: readonly File[]): void => {
      if (files.length > 0) latest.current.onFiles(files);
    };
    return listenForFiles({
      onOver: (event) => {
        const count = event.dataTransfer?.items.length ?? 0;
        const now = { count, record: recordUnder(event), records: hasRecords() };
        setDragged((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
      },
      onLeave: () => setDragged(null),
      onDrop: (files, event) => {
        const record = recordUnder(event);
        if (record === null) take(files);
        else if (files.length > 0) latest.current.onRecord(record, files);
      },
      onPaste: take,
    });
  }, []);

  return dragged;
}
