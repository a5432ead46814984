import { clearLine, cursorTo } from 'node:readline';
import { decimalText, parseDecimal, type Separators, separatorsOf } from '../shared/amounts.ts';
import type { Cost } from '../shared/submissions/cost.ts';
import { cleanText } from '../shared/text.ts';

/** The version of the JSON lines (docs/command-line.md). It changes if a field changes its meaning or is removed. */
export const SCHEMA = 1;

/** One event of a command. In JSON it is a line: `{ "schema": 1, "event": …, … }`. */
export type OutputEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

/** Writes words and a progress line for people, or JSON lines for programs. */
export class Output {
  readonly isJson: boolean;
  readonly #hasProgress: boolean;
  #isProgressShown = false;
  #separators: Separators | null = null;

  constructor(json: boolean | undefined) {
    this.isJson = json ?? process.stdout.isTTY !== true;
    this.#hasProgress = !this.isJson && process.stderr.isTTY === true;
    // The reader has gone. The command goes on, because stopping it could cost money twice.
    process.stderr.on('error', () => undefined);
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE')
        this.#words(process.stderr, [`dropslip: The output cannot be written: ${error.message}`]);
    });
  }

  /** The number format of the user. Reading it takes long, and few commands need it. */
  get separators(): Separators {
    this.#separators ??= separatorsOf(Intl.DateTimeFormat().resolvedOptions().locale);
    return this.#separators;
  }

  /** Writes an event: as JSON, or as `words`, one line each. */
  write(event: OutputEvent, ...words: readonly string[]): void {
    if (this.isJson) process.stdout.write(`${JSON.stringify({ schema: SCHEMA, ...event })}\n`);
    else this.#words(process.stdout, words);
  }

  /** Writes words that are not the result of the command. Programs do not get them. */
  say(...words: readonly string[]): void {
    if (!this.isJson) this.#words(process.stderr, words);
  }

  /** Writes why the command ends. Programs get the code and the sentence; people get the sentence. */
  error(code: string, message: string): void {
    if (this.isJson) this.write({ event: 'error', code, message });
    this.#words(process.stderr, [`dropslip: ${message}`]);
  }

  /** Replaces the progress line on a terminal. An empty text removes it. */
  progress(text: string): void {
    if (!this.#hasProgress) return;
    cursorTo(process.stderr, 0);
    clearLine(process.stderr, 0);
    const width = process.stderr.columns || 80;
    process.stderr.write(text.slice(0, width - 1));
    this.#isProgressShown = text !== '';
  }

  #words(stream: NodeJS.WriteStream, words: readonly string[]): void {
    if (this.#isProgressShown) this.progress('');
    // A file name or a text of the service must not control the terminal.
    if (words.length > 0) stream.write(`${cleanText(words.join('\n'), { as: 'lines' })}\n`);
  }
}

/** An amount in base units, and in the unit of the token if its decimals are known. */
export function amountOf({ amount, token, decimals }: Cost) {
  const value = parseDecimal(amount);
  const inUnits = value === null || decimals === null ? null : { ...value, scale: value.scale + decimals };
  return { baseUnits: amount, token, decimals, amount: inUnits === null ? null : decimalText(inUnits) };
}
