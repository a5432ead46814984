import { z } from 'zod';
import { readSubmissionId } from '../submissions/submission-id.ts';
import { MOST_GIVEN } from './ipc.ts';

/** The use of a call's files: sent (and paid for), or only read and compared. */
export type FileUse = 'send' | 'read';

/** A window without faults makes far fewer calls at a time. */
const MOST_AT_ONCE = 64;

/**
 * One call of the bridge: its input, the schema that main parses it with, and its answer. A call without `answering`
 * only succeeds or fails.
 */
export class Call<
  Input extends z.ZodType = z.ZodType,
  Answer = unknown,
  Files extends FileUse | null = FileUse | null,
> {
  readonly input: Input;
  /** Null: the page sends the whole input. Otherwise main fills in `paths` and ignores those of the page. */
  readonly files: Files;
  /** Main refuses calls beyond this number in parallel. */
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

  /** For calls that need megabytes of memory, read a whole file, ask the service or change every row. */
  atMost(atOnce: number): Call<Input, Answer, Files> {
    return new Call(this.input, this.files, atOnce, this.hasAnswer);
  }
}

/** An event that main pushes to the window, with its contents. */
export class WindowEventEntry<Carried> {
  declare readonly carried: Carried;
}

export function event<Carried>(): WindowEventEntry<Carried> {
  return new WindowEventEntry();
}

/** A call with input from the page; the schema `input` checks it. */
export function call<Shape extends z.ZodRawShape>(input: Shape) {
  return new Call<z.ZodObject<Shape, z.core.$strict>, null, null>(z.strictObject(input), null, MOST_AT_ONCE, false);
}

/** A call about files that the user gave. Its input has `paths`, which main receives from the preload alone. */
export function fileCall<Input extends z.ZodType<{ readonly paths: readonly string[] }>, Files extends FileUse>(
  files: Files,
  input: Input,
) {
  return new Call<Input, null, Files>(input, files, MOST_AT_ONCE, false);
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

/** Files of one gesture: a drop, a paste, or a choice in the system's dialog. */
export const givenFiles = z.strictObject({
  /** The preload creates it. The page never receives it. */
  gestureId: z.uuid(),
  paths: listOf(z.string().min(1).max(32_768), MOST_GIVEN),
});

/** The given files of a call, in order: indices into the `paths` of gestures. */
export const pickedFiles = listOf(
  z.strictObject({
    gestureId: z.uuid(),
    places: listOf(z.number().int().min(0), MOST_GIVEN),
  }),
  16,
);

export type GivenFiles = z.infer<typeof givenFiles>;
export type PickedFiles = z.infer<typeof pickedFiles>;

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
