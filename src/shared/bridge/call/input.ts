import { z } from 'zod';
import { MOST_GIVEN } from './call-size.ts';

/**
 * A list of `least` to `most` elements in a call of the window. Unlike `z.array` it stops at the first that is wrong, and
 * looks at none of a list that is too long: refusing 200,000 wrong elements one by one takes half a second.
 */
export function listOf<Element extends z.ZodType>(element: Element, most: number, least = 1) {
  return z.unknown().transform((value, context): z.output<Element>[] => {
    const refuse = (message: string): never => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (!Array.isArray(value)) return refuse('This is not a list.');
    if (value.length < least || value.length > most) return refuse(`A list has ${least} to ${most} elements here.`);
    const elements: z.output<Element>[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const parsed = element.safeParse(value[index]);
      if (!parsed.success) return refuse(`Element ${index} is not valid.`);
      elements.push(parsed.data);
    }
    return elements;
  });
}

/**
 * The same without repeats: work that is done for each element would be done for one of them as often as a window likes.
 * `keyOf`: what makes two elements the same.
 */
export function uniqueListOf<Element extends z.ZodType>(
  element: Element,
  most: number,
  { least = 1, keyOf = (value) => value }: { least?: number; keyOf?: (value: z.output<Element>) => unknown } = {},
) {
  return listOf(element, most, least).transform((elements) => {
    const seen = new Set<unknown>();
    return elements.filter((value) => {
      const key = keyOf(value);
      return !seen.has(key) && seen.add(key);
    });
  });
}

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

/** What the system's dialog lets a person choose: files or one file, also one that a receipt was saved in, or a folder, for which one of its files stands. */
export type FileChoice = 'files' | 'file' | 'receipt' | 'folder';
