import { z } from 'zod';

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
