import type { Cost } from '../../../shared/submissions.ts';
import { formatCount } from '../../ui/amounts.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { formatCost } from '../../ui/cost.ts';
import { visibleName } from '../../ui/file-name.ts';

function files(count: number): string {
  return count === 1 ? '1 file' : `${formatCount(count)} files`;
}

/** `checked`: how many others are left out, because nobody knows yet whether the service has them. */
export function cancelAllQuestion(count: number, checked: number, onYes: () => void): Question {
  const others = checked === 1 ? '1 file that is being checked is' : `${files(checked)} that are being checked are`;
  const leftOut = checked === 0 ? '' : ` ${others} left out.`;
  return {
    title: `Stop ${files(count)}?`,
    text: `What is not with the service yet is not sent. You can retry it later.${leftOut}`,
    yes: 'Stop',
    no: 'Keep going',
    onYes,
  };
}

export function removeQuestion(warning: string, onYes: () => void): Question {
  return { title: 'Remove this file?', text: warning, yes: 'Remove', no: 'Keep it', onYes };
}

/** The one question where a wrong answer costs money, so it says so. */
export function submitAgainQuestion(name: string, price: Cost | null, onYes: () => void): Question {
  const more = price === null ? '' : `, about ${formatCost(price)} more`;
  return {
    title: 'Submit it again?',
    text: `If the service did take “${visibleName(name)}” the first time, you pay for it twice${more}, and nobody can undo that. Submit it again only if you are sure that it did not arrive. Otherwise let Dropslip go on looking.`,
    yes: 'Submit again',
    no: 'Keep looking',
    onYes,
  };
}

export function submitDuplicatesQuestion(count: number, onYes: () => void): Question {
  return {
    title: `Submit ${files(count)} again?`,
    text: 'The service cannot tell a repeat from a new file: each of them is paid for again.',
    yes: 'Submit and pay again',
    no: 'Don’t submit',
    onYes,
  };
}
