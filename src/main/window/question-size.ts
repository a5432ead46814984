import type { Question } from '../../shared/bridge/ipc.ts';

/** Pixels of a one-line title, gaps and buttons. */
const AROUND = 218;
const LINE = 21;
const DETAILS_AROUND = 58;
const TITLE_LINE = 28;
/** In characters: fewer than fit, so that the last line is visible. */
const LINE_LENGTH = 56;
const TITLE_LENGTH = 34;
const LEAST = 300;
const WIDTH = 500;
/** Fits on the smallest screens. Longer questions scroll. */
const MOST = 640;
const MOST_WIDE = 960;

/** Scales with the zoom, which is the same in all windows, as far as the screen allows. */
export function questionSize(question: Question, zoom: number): { readonly width: number; readonly height: number } {
  const larger = Math.max(1, zoom);
  return {
    width: Math.round(Math.min(MOST_WIDE, WIDTH * larger)),
    height: Math.round(Math.min(MOST, heightOf(question) * larger)),
  };
}

/** Fits the text without scrolling and without empty space. */
function heightOf({ title, text, subject, details = '' }: Question): number {
  const lines = linesOf(text) + linesOf(subject) + (details === '' ? 0 : linesOf(details));
  const longTitle = Math.max(0, Math.ceil(title.length / TITLE_LENGTH) - 1) * TITLE_LINE;
  const wanted = AROUND + longTitle + lines * LINE + (details === '' ? 0 : DETAILS_AROUND);
  return Math.max(LEAST, wanted);
}

function linesOf(text: string): number {
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
}
