import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { visibleName } from '../../../shared/text.ts';
import { dateFormat } from '../../../shared/time.ts';
import { type Form, formatWhen, recordWords, submissionWords } from './lookup-words.ts';

export type Answer = {
  readonly submissionId: string;
  readonly record: SubmissionRecord | null;
  readonly name: string | null;
  /** The file of this app; null for a submission of another program. */
  readonly submission: Submission | null;
  readonly cost: Cost | null;
  readonly account: string | null;
  /** True if the service has just answered, false for saved data. */
  readonly isFresh: boolean;
};

/** The answer for a ticket or a mail: complete without the screen around it. */
export function answerSentence(answer: Answer): string {
  const { submissionId, record, submission, name, cost, account, isFresh } = answer;
  const form = inTicket();
  const words =
    record !== null
      ? recordWords(record, submission, cost, form)
      : submission !== null
        ? submissionWords(submission, form)
        : { title: 'Nothing is known about this submission', text: '' };
  const facts = words.text === '' ? '' : ` (${words.text})`;
  return [
    `${name === null ? '' : `${visibleName(name)}: `}${words.title}${facts}.`,
    ...(account === null ? [] : [`It belongs to the account ${visibleName(account)}.`]),
    ...(isFresh || record?.phase === 'in-block'
      ? []
      : ['The service could not be asked right now; this is the last known state.']),
    `Submission id ${submissionId}`,
  ].join(' ');
}

export const unknownSentence = (submissionId: string, account: string): string =>
  `The service of ${visibleName(account)} knows no submission with the id ${submissionId}.`;

/** Includes the time zone, since a reader may live in another: `12 November 2026 at 14:03 UTC+1`. */
function inTicket(): Form {
  const offsets = dateFormat('en', { timeZoneName: 'shortOffset' });
  return {
    block: (hash) => hash,
    when: (instant) => {
      const at = Date.parse(instant);
      if (Number.isNaN(at)) return instant;
      const offset = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return `${formatWhen(instant)} ${offset.replace('GMT', 'UTC')}`;
    },
  };
}
