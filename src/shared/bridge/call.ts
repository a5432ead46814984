import { z } from 'zod';
import { readSubmissionId } from '../submissions/submission-id.ts';

/**
 * One call of the bridge: its input, the schema that main parses it with, and its answer. A call without `answering`
 * only succeeds or fails.
 */
export class Call<Input extends z.ZodType = z.ZodType, Answer = unknown, HasFiles extends boolean = boolean> {
  readonly input: Input;
  /** False: the page sends the whole input. True: main fills in `paths` and ignores those of the page. */
  readonly hasFiles: HasFiles;
  readonly hasAnswer: boolean;
  declare readonly answer: Answer;

  constructor(input: Input, hasFiles: HasFiles, hasAnswer: boolean) {
    this.input = input;
    this.hasFiles = hasFiles;
    this.hasAnswer = hasAnswer;
  }

  /**
   * Returns a page's input as the call accepts it; null if it does not. Never throws, although a schema throws for an
   * object as `length`.
   */
  read(input: unknown): { readonly value: unknown } | null {
    try {
      const parsed = this.input.safeParse(input);
      return parsed.success ? { value: parsed.data } : null;
    } catch {
      return null;
    }
  }

  answering<Answered>(): Call<Input, Answered, HasFiles> {
    return new Call(this.input, this.hasFiles, true);
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
  return new Call<z.ZodObject<Shape, z.core.$strict>, null, false>(z.strictObject(input), false, false);
}

/** A call about files that the user gave. Its input has `paths`, which main receives from the preload alone. */
export function fileCall<Input extends z.ZodType<{ readonly paths: readonly string[] }>>(input: Input) {
  return new Call<Input, null, true>(input, true, false);
}

/** A list without duplicates, which would repeat the work for one element. Elements with equal `keyOf` are duplicates. */
export function uniqueListOf<Element extends z.ZodType>(
  element: Element,
  most: number,
  { least = 1, keyOf = (value) => value }: { least?: number; keyOf?: (value: z.output<Element>) => unknown } = {},
) {
  const list = z.array(element).min(least).max(most);
  return list.transform((elements) => [...new Map(elements.map((value) => [keyOf(value), value])).values()]);
}

/**
 * The choice that the system's dialog offers. `receipt`: one file, also one with a receipt in it. `receipts`: several of
 * them. `folder`: a folder, represented by one of its files.
 */
export type FileChoice = 'files' | 'file' | 'receipt' | 'receipts' | 'folder';

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
