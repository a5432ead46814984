import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Question } from '../shared/bridge/ipc.ts';
import { cleanText } from '../shared/text.ts';
import { cancelled } from './exit.ts';

/** True if a user can be asked: they see standard error, and type into standard input. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on the terminal. Anything but yes declines. */
export async function askYesOrNo(question: string): Promise<boolean> {
  const answer = await readLine(`${cleanText(question)} [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

/** Shows a question of the engine as the window does, and asks. */
export function askQuestion({ title, text, subject, details, confirm }: Question): Promise<boolean> {
  const indented = subject.split('\n').map((line) => `    ${line}`);
  const lines = ['', title, ...indented, text, ...(details === undefined ? [] : [details])];
  process.stderr.write(`${cleanText(lines.join('\n'), { as: 'lines' })}\n`);
  return askYesOrNo(`${confirm}?`);
}

/** Reads a secret without showing it. */
export function askSecret(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() });
  return readLine('', hidden).finally(() => process.stderr.write('\n'));
}

async function readLine(prompt: string, output: NodeJS.WritableStream = process.stderr): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const closed = new AbortController();
  let isInterrupted = false;
  lines.once('SIGINT', () => {
    isInterrupted = true;
    lines.close();
  });
  lines.once('close', () => closed.abort());
  try {
    return await lines.question(prompt, { signal: closed.signal });
  } catch {
    if (isInterrupted) throw cancelled();
    // Ctrl+D.
    return '';
  } finally {
    lines.close();
  }
}
