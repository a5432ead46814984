import { groupDigits, type Separators } from '../amounts/amounts.ts';

/** What goes on in all accounts, as the desktop shows it beside the window. Files are rows: a folder kept together is one. */
export type Work = {
  /** Of those that have come into the queue since it was last at rest. */
  readonly all: number;
  readonly done: number;
  /** The others: what goes on by itself, what the person has paused, and what goes no further without them. */
  readonly moving: number;
  readonly paused: number;
  readonly stuck: number;
  /** Of all there are, from earlier too. */
  readonly needsPerson: number;
};

/** The state in one line, where there is no room for more. At rest `separators` are not asked for: to find them takes time. */
export function workLine(work: Work, separators: () => Separators): string {
  const count = (files: number): string => groupDigits(String(files), separators());
  const { all, moving, needsPerson, paused } = work;
  if (moving > 0) return `Sending ${count(all - moving - paused + 1)} of ${count(all)}`;
  if (needsPerson > 0) return needsPersonWords(needsPerson, separators());
  if (paused > 0) return paused === 1 ? '1 file is paused' : `${count(paused)} files are paused`;
  return 'Nothing is being sent';
}

/** How many files need the person: what stands as a number on the app's icon and beside *Submit*, said. */
export function needsPersonWords(count: number, separators: Separators): string {
  return count === 1
    ? '1 file needs your attention'
    : `${groupDigits(String(count), separators)} files need your attention`;
}

export const trayEntries = {
  open: 'Open Dropslip',
  pause: 'Pause all',
  resume: 'Resume all',
  quit: 'Quit Dropslip',
} as const;
