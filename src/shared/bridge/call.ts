import { z } from 'zod';
import { readSubmissionId } from '../submissions/submission-id.ts';
import { isOfCallSize } from './ipc.ts';

/** A window without faults makes far fewer calls at a time. */
const MOST_AT_ONCE = 64;

/**
 * One call of the bridge: its input, the schema that main parses it with, and its answer. A call without `answering`
 * only succeeds or fails.
 */
export class Call<Input extends z.ZodType = z.ZodType, Answer = unknown, HasFiles extends boolean = boolean> {
  readonly input: Input;
  /** False: the page sends the whole input. True: main fills in `paths` and ignores those of the page. */
  readonly hasFiles: HasFiles;
  /** Main refuses calls beyond this number in parallel. */
  readonly atOnce: number;
  readonly hasAnswer: boolean;
  declare readonly answer: Answer;

  constructor(input: Input, hasFiles: HasFiles, atOnce: number, hasAnswer: boolean) {
    this.input = input;
    this.hasFiles = hasFiles;
    this.atOnce = atOnce;
    this.hasAnswer = hasAnswer;
  }

  /**
   * Returns a page's input as the call accepts it; null if it does not. Never throws, although a schema throws for an
   * object as `length`.
   */
  read(input: unknown): { readonly value: unknown } | null {
    if (!isOfCallSize(input)) return null;
    try {
      const parsed = this.input.safeParse(input);
      return parsed.success ? { value: parsed.data } : null;
    } catch {
      return null;
    }
  }

  answering<Answered>(): Call<Input, Answered, HasFiles> {
    return new Call(this.input, this.hasFiles, this.atOnce, true);
  }

  /** For calls that need megabytes of memory, read a whole file, ask the service or change every row. */
  atMost(atOnce: number): Call<Input, Answer, HasFiles> {
    return new Call(this.input, this.hasFiles, atOnce, this.hasAnswer);
  }
}

export type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;

/** An event that main pushes to the window, with its contents. */
export class WindowEventEntry<Carried> {
  declare readonly carried: Carried;
}

export function event<Carried>(): WindowEventEntry<Carried> {
  return new WindowEventEntry();
}

/** A call with input from the page; the schema `input` checks it. */
export function call<Shape extends z.ZodRawShape>(input: Shape) {
  return new Call<z.ZodObject<Shape, z.core.$strict>, null, false>(z.strictObject(input), false, MOST_AT_ONCE, false);
}

/** A call about files that the user gave. Its input has `paths`, which main receives from the preload alone. */
export function fileCall<Input extends z.ZodType<{ readonly paths: readonly string[] }>>(input: Input) {
  return new Call<Input, null, true>(input, true, MOST_AT_ONCE, false);
}

/**
 * A list of `least` to `most` elements. Unlike `z.array` it stops at the first invalid element, and parses no element
 * of a list that is too long: refusing 200,000 invalid elements one by one takes half a second.
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
 * The same without duplicates, which would repeat the work for one element as often as a page likes. Elements with
 * equal `keyOf` are duplicates.
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

/**
 * The choice that the system's dialog offers. `receipt`: one file, also one with a receipt in it. `folder`: a folder,
 * represented by one of its files.
 */
export type FileChoice = 'files' | 'file' | 'receipt' | 'folder';

/** UTF-16 units, including spaces around the id. */
const LONGEST_PASTED_ID = 1_000;

export const submissionIdInput = z
  .string()
  .max(LONGEST_PASTED_ID)
  .transform((text, context) => {
    const id = readSubmissionId(text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: 'This is not a submission id.' });
    return z.NEVER;
  });
