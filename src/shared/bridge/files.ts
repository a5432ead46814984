import { z } from 'zod';
import { MOST_GIVEN } from './call-size.ts';
import { listOf } from './input.ts';

/** Files that a person gave with one gesture: a drop, a paste, or a choice in the system's own dialog. */
export const givenFiles = z.strictObject({
  /** Made up by the preload; the page never gets to know it. */
  gestureId: z.uuid(),
  paths: listOf(z.string().min(1).max(32_768), MOST_GIVEN),
});

/** Which of the given files a call is about, in its order: places in the `paths` of gestures. */
export const pickedFiles = listOf(
  z.strictObject({
    gestureId: z.uuid(),
    places: listOf(z.number().int().min(0), MOST_GIVEN),
  }),
  16,
);

export type GivenFiles = z.infer<typeof givenFiles>;
export type PickedFiles = z.infer<typeof pickedFiles>;

/** What the system's dialog lets a person choose: files or one file, also one that a receipt was saved in, or all of a folder. */
export type FileChoice = 'files' | 'file' | 'receipt' | 'folder';
