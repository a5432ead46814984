import type { Question } from '../../../shared/bridge/consent.ts';

/** Title, gaps and buttons, in pixels. */
const AROUND = 218;
const LINE = 21;
const DETAILS_AROUND = 58;
/** Characters; fewer than fit, so that the last line is not the one that is out of sight. */
const LINE_LENGTH = 60;
const LEAST = 300;
/** Fits on the smallest screens; what is longer is scrolled. */
const MOST = 640;

/** How high the window of a question is, so that all of it is read without scrolling and without a void around it. */
export function questionHeight({ text, subject, details = '' }: Question): number {
  const lines = linesOf(text) + linesOf(subject) + (details === '' ? 0 : linesOf(details));
  const wanted = AROUND + lines * LINE + (details === '' ? 0 : DETAILS_AROUND);
  return Math.min(MOST, Math.max(LEAST, wanted));
}

function linesOf(text: string): number {
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
}
