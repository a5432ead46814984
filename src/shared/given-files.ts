import { z } from 'zod';

/** Files that a person gave with one gesture: a drop, a paste, or a choice in the system's own dialog. */
export const givenFiles = z.strictObject({
  /** Made up by the preload; the page never gets to know it. */
  gestureId: z.uuid(),
  paths: z.array(z.string().min(1).max(32_768)).min(1).max(200_000),
});

/** Which of the given files a call is about, in its order: places in the `paths` of gestures. */
export const pickedFiles = z
  .array(
    z.strictObject({
      gestureId: z.uuid(),
      places: z.array(z.number().int().min(0)).min(1).max(200_000),
    }),
  )
  .min(1)
  .max(16);

export type GivenFiles = z.infer<typeof givenFiles>;
export type PickedFiles = z.infer<typeof pickedFiles>;
