/** A question that main asks in a window of its own, out of reach of the page that made it necessary. */
export type Question = {
  readonly title: string;
  readonly text: string;
  /** Shown in a box of its own, letter for letter. */
  readonly subject: string;
  /** What must be there to be compared, and is read by few: shown in a quieter box below, whole. */
  readonly details?: string;
  readonly confirm: string;
  readonly tone: 'plain' | 'warning';
};

export type ConsentApi = {
  readonly question: () => Promise<Question>;
  readonly answer: (confirmed: boolean) => void;
};

export const consentChannels = {
  question: 'dropslip:question',
  answer: 'dropslip:answer',
} as const;
