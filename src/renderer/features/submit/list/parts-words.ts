import type { Failure } from '../../../../shared/failures/failure.ts';
import {
  partName,
  partsCount,
  partsSubmitted,
  partsThere,
  troubleWords,
} from '../../../../shared/messages/submissions/parts.ts';
import { withReceipt } from '../../../../shared/submissions/batch-status.ts';
import type { PartsProgress } from '../../../../shared/submissions/parts.ts';
import type { SubmissionState } from '../../../../shared/submissions/submission-state.ts';
import { formatCount, formatEstimate } from '../../../ui/format.ts';

type PartsWords = { readonly label: string; readonly hint: string | null; readonly tone: 'active' | 'warn' | 'bad' };

export function sendingWords(parts: PartsProgress | null): PartsWords {
  if (parts === null) return { label: 'Sending in parts', hint: null, tone: 'active' };
  const { counts, total, trouble } = parts;
  if (counts.sending === 0 && counts.toGo === 0 && trouble?.status === 'checking') {
    return { label: `Checking ${partName(trouble, null, formatCount)}`, hint: checkedHint, tone: 'active' };
  }
  const hint = trouble === null ? null : `${troubleWords(trouble, formatCount)}.`;
  const next = Math.min(total, withReceipt(counts) + 1);
  const label =
    counts.sending === 0
      ? partsSubmitted(parts, formatCount)
      : `Sending part ${formatCount(next)} of ${formatCount(total)}`;
  return { label, hint, tone: 'active' };
}

const checkedHint = 'The answer was lost. Nothing is sent again until the result is known.';

/** What a row says that is incomplete. `why`: of the part, in words. */
export function incompleteWords(reason: Failure, parts: PartsProgress | null, why: string): PartsWords {
  const there = parts === null ? null : partsThere(parts, formatCount);
  const label = parts === null ? 'Incomplete' : `Incomplete: ${submittedOf(parts)}`;
  if (changed.has(reason.code)) {
    return { label, hint: `${why}${there === null ? '' : ` ${there}.`}`, tone: 'bad' };
  }
  const trouble = parts?.trouble ?? null;
  if (trouble === null || reason.code === 'parts-elsewhere') return { label, hint: why, tone: 'bad' };
  const isOpen = trouble.status === 'notKnown';
  const what = troubleWords(trouble, formatCount);
  return { label, hint: isOpen ? `${what}.` : `${what}: ${lowered(why)}`, tone: isOpen ? 'warn' : 'bad' };
}

/** What is wrong with the file, and not with a part of it. */
const changed: ReadonlySet<string> = new Set(['file-changed', 'file-missing', 'file-forbidden', 'link-since']);

const submittedOf = ({ counts, total }: PartsProgress): string =>
  `${formatCount(withReceipt(counts))} of ${partsCount(total, formatCount)} submitted`;

/** After a colon; names keep their letters. */
function lowered(sentence: string): string {
  return /^(?:The|This|It|You|A|No|Its) /.test(sentence)
    ? `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`
    : sentence;
}

/** What a state leaves open about the parts of a row; null where it says all. */
export function partsHint({ kind }: SubmissionState, parts: PartsProgress): string | null {
  const there = partsThere(parts, formatCount);
  switch (kind) {
    case 'waiting':
    case 'preparing':
    case 'retrying':
      return there === null ? planned(parts) : `${there}.`;
    case 'paused':
      return there === null ? planned(parts) : `${there}. The rest waits.`;
    case 'cancelled':
    case 'rejected':
      return there === null ? null : `${there}, and paid for.`;
    default:
      return null;
  }
}

function planned({ total, estimate }: PartsProgress): string {
  const cost = estimate === null ? '' : `, ${formatEstimate(estimate)} in all`;
  return `Sent in ${partsCount(total, formatCount)}${cost}.`;
}
