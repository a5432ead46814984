import type { Submission } from '../../../../../shared/bridge/submissions.ts';
import { partName, partsCount } from '../../../../../shared/messages/submissions/parts.ts';
import type { Part, PartsProgress } from '../../../../../shared/submissions/parts.ts';
import { formatCost, formatCount, formatSize } from '../../../../ui/format.ts';

export function whyInParts({ partSize, total }: PartsProgress, content: Submission['content']): string {
  return `The largest upload is ${formatSize(partSize)}, so this ${content} is sent in ${partsCount(total, formatCount)}.`;
}

export const manifestSentence = 'The last one is the manifest, which lists the others in order.';

/** `Part 4`, `Manifest`. */
export function partTitle(part: Pick<Part, 'number' | 'kind'>): string {
  return part.kind === 'manifest' ? 'Manifest' : upper(partName(part, null, formatCount));
}

export function partFacts({ size, attempts, cost, wasThere }: Part): readonly string[] {
  const facts = [
    formatSize(size),
    attempts > 1 ? `${formatCount(attempts)} attempts` : null,
    wasThere ? 'was already there, not paid for again' : null,
    cost === null || wasThere ? null : formatCost(cost),
  ];
  return facts.filter((fact) => fact !== null);
}

/** What of the row was not made yet; null where all was. */
export function stillToCome(made: number, { total }: PartsProgress): string | null {
  const left = total - made;
  if (left <= 0) return null;
  return left === 1 ? '1 more follows.' : `${formatCount(left)} more follow.`;
}

const upper = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
