/** Names of the IPC channels. This module has no imports, so that the preload does not load the schema library. */
export const channels = {
  call: 'dropslip:call',
  fileCall: 'dropslip:file-call',
  event: 'dropslip:event',
} as const;

/** Files of one gesture. A folder counts as one. */
export const MOST_GIVEN = 200_000;

/** A question that main asks in a separate window, which the page cannot reach. */
export type Question = {
  readonly title: string;
  readonly text: string;
  /** Shown in a box, without changes. */
  readonly subject: string;
  /** Text that few users read but that must be complete for comparison. Shown in a quieter box below. */
  readonly details?: string;
  readonly confirm: string;
  readonly tone: 'plain' | 'warning';
};

export type ConsentApi = {
  readonly question: () => Promise<Question>;
  /** Call once the question is drawn. `height`: what it needs, in CSS pixels. */
  readonly drawn: (height: number) => void;
  readonly answer: (confirmed: boolean) => void;
};

export const consentChannels = {
  question: 'dropslip:question',
  drawn: 'dropslip:question-drawn',
  answer: 'dropslip:answer',
} as const;
