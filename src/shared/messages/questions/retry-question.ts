import type { Separators } from '../../amounts.ts';
import type { Question } from '../../bridge/ipc.ts';
import { type AskedFiles, about, detailsOf, estimateLines, filesOf, subjectOf } from './payment-questions.ts';

/** How many of the retried files there are of each kind that is asked about. */
type Retried = {
  /** They changed since they were added, or Dropslip cannot tell. */
  readonly changed: number;
  /** Parts of them were submitted and cannot be used again. */
  readonly startsOver: number;
  /** The service may have charged for them, or may still submit them. */
  readonly mayBePaid: number;
};

export function aboutRetry(files: AskedFiles, retried: Retried, separators: Separators): Question {
  const one = files.list.length === 1;
  const count = filesOf(files, separators);
  return {
    ...retryTitle(retried, one, count),
    text: retryText(files, retried, separators),
    subject: subjectOf(files, separators),
    ...detailsOf(...estimateLines(files.price, separators)),
    tone: 'warning',
  };
}

function retryTitle(
  { changed, startsOver, mayBePaid }: Retried,
  one: boolean,
  count: string,
): Pick<Question, 'title' | 'confirm'> {
  if (changed > 0) {
    return {
      title: one ? 'Send this file as it is now?' : `Send ${count} as they are now?`,
      confirm: one ? 'Send it as it is now' : 'Send them as they are now',
    };
  }
  if (mayBePaid > 0) {
    return { title: one ? 'Submit this file again?' : `Submit ${count} again?`, confirm: 'Submit again' };
  }
  if (startsOver > 0) return { title: one ? 'Start this file over?' : `Start ${count} over?`, confirm: 'Start over' };
  return {
    title: one ? 'Submit this cancelled file?' : `Submit ${count}?`,
    confirm: one ? 'Submit it' : 'Submit them',
  };
}

function retryText(files: AskedFiles, { changed, startsOver, mayBePaid }: Retried, separators: Separators): string {
  const one = files.list.length === 1;
  const some = (part: number): string =>
    part === files.list.length ? 'All of them' : `${separators.whole(BigInt(part))} of them`;
  const sentences: string[] = [];
  if (changed > 0) {
    const which = one ? 'It' : some(changed);
    sentences.push(
      `${which} may have changed since you added ${one ? 'it' : 'them'}. The current contents are submitted.`,
    );
  }
  if (startsOver > 0) {
    const which = one ? 'It starts' : `${some(startsOver)} start`;
    sentences.push(`${which} over. Parts that were submitted are not used again or refunded.`);
  }
  if (mayBePaid > 0) {
    const which = one ? 'it' : some(mayBePaid).toLowerCase();
    sentences.push(
      `The service may have ${which} already, or may still submit ${one ? 'it' : 'them'}: you may pay twice.`,
    );
  }
  sentences.push(
    one
      ? `If you approve, it is paid for${about(files.price, separators)}.`
      : 'If you approve, each of them is paid for.',
  );
  return sentences.join(' ');
}
