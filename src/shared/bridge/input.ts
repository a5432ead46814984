import { z } from 'zod';

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
    if (!Array.isArray(value)) return refuse('This is no list.');
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
