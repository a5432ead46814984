import { z } from 'zod';
import { readSubmissionId } from '../submissions/submission-id.ts';
import { MOST_GIVEN } from './ipc.ts';

/** What becomes of the files of a call: to be sent (and paid for), or only to be read and compared. */
export type FileUse = 'send' | 'read';

/** A window that works as it should asks far less at a time. */
const MOST_AT_ONCE = 64;

/**
 * One call of the bridge: what the window sends, how main reads it, and what it answers when it succeeds. Without
 * `answering` that is that it was done.
 */
export class Call<
  Input extends z.ZodType = z.ZodType,
  Answer = unknown,
  Files extends FileUse | null = FileUse | null,
> {
  readonly input: Input;
  /** Null: the page sends all of its input. Else main fills in `paths`, whatever the page sends. */
  readonly files: Files;
  /** How many of it are answered at once; more are refused. */
  readonly atOnce: number;
  readonly hasAnswer: boolean;
  declare readonly answer: Answer;

  constructor(input: Input, files: Files, atOnce: number, hasAnswer: boolean) {
    this.input = input;
    this.files = files;
    this.atOnce = atOnce;
    this.hasAnswer = hasAnswer;
  }

  answering<Answered>(): Call<Input, Answered, Files> {
    return new Call(this.input, this.files, this.atOnce, true);
  }

  /** For what takes megabytes of memory, reads a whole file, asks the service or changes every row there is. */
  atMost(atOnce: number): Call<Input, Answer, Files> {
    return new Call(this.input, this.files, atOnce, this.hasAnswer);
  }
}

/** What main tells the window by itself, and what that carries. */
export class WindowEventEntry<Carried> {
  declare readonly carried: Carried;
}

export function event<Carried>(): WindowEventEntry<Carried> {
  return new WindowEventEntry();
}

/** A call that the page may send with any content: `input` says of what its content must be. */
export function call<Shape extends z.ZodRawShape>(input: Shape) {
  return new Call<z.ZodObject<Shape, z.core.$strict>, null, null>(z.strictObject(input), null, MOST_AT_ONCE, false);
}

/** A call about files that a person gave: its input has `paths`, which main knows from the preload alone. */
export function fileCall<Input extends z.ZodType<{ readonly paths: readonly string[] }>, Files extends FileUse>(
  files: Files,
  input: Input,
) {
  return new Call<Input, null, Files>(input, files, MOST_AT_ONCE, false);
}

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

/** With the spaces around it. */
const LONGEST_PASTED_ID = 1_000;

/** A submission id in a call of the window. */
export const submissionIdInput = z
  .string()
  .max(LONGEST_PASTED_ID)
  .transform((text, context) => {
    const id = readSubmissionId(text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: 'This is not a submission id.' });
    return z.NEVER;
  });
