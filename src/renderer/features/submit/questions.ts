import type { Question } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../ui/format.ts';

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
