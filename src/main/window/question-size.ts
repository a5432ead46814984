import type { Question } from '../../shared/bridge/ipc.ts';

/** A title of one line, gaps and buttons, in pixels. */
const AROUND = 218;
const LINE = 21;
const DETAILS_AROUND = 58;
const TITLE_LINE = 28;
/** Characters; fewer than fit, so that the last line is not the one that is out of sight. */
const LINE_LENGTH = 56;
const TITLE_LENGTH = 34;
const LEAST = 300;
const WIDTH = 500;
/** Fits on the smallest screens; what is longer is scrolled. */
const MOST = 640;
const MOST_WIDE = 960;

/** At the zoom at which pages are shown, which is the same in all windows: as much of it is read, as far as the screen goes. */
export function questionSize(question: Question, zoom: number): { readonly width: number; readonly height: number } {
  const larger = Math.max(1, zoom);
  return {
    width: Math.round(Math.min(MOST_WIDE, WIDTH * larger)),
    height: Math.round(Math.min(MOST, heightOf(question) * larger)),
  };
}

/** So that all of it is read without scrolling and without a void around it. */
function heightOf({ title, text, subject, details = '' }: Question): number {
  const lines = linesOf(text) + linesOf(subject) + (details === '' ? 0 : linesOf(details));
  const longTitle = Math.max(0, Math.ceil(title.length / TITLE_LENGTH) - 1) * TITLE_LINE;
  const wanted = AROUND + longTitle + lines * LINE + (details === '' ? 0 : DETAILS_AROUND);
  return Math.max(LEAST, wanted);
}

function linesOf(text: string): number {
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
}
