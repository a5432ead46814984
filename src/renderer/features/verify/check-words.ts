import { visibleName } from '../../ui/file-name.ts';
import type { RecordUnder } from '../../ui/record-target.ts';

/** What is said while files hover over a submission. `count`: how many things; 0 when the system does not say. */
export function checkOverlay({ name, place }: RecordUnder, count: number) {
  return {
    title: `Check this file against ${name === null ? 'this submission' : `“${visibleName(name)}”`}`,
    note:
      count > 1
        ? 'One file at a time: the first one is checked. Nothing is submitted.'
        : 'By its bytes, on this computer. Nothing is submitted.',
    seeThrough: true,
    around: place,
  };
}
