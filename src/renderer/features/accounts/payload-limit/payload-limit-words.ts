import type { KnownPayloadLimit } from '../../../../shared/submissions/parts.ts';
import { formatCount, formatSize } from '../../../ui/format.ts';

/** The smallest that may be set, in bytes: services bill at least as much. */
const LEAST = 1_024;

/** What is known of how much a service takes at once, and from whom. */
export function payloadLimitWords({
  byHand,
  largestTaken,
  partSize,
  smallestRefused,
  stated,
}: KnownPayloadLimit): string {
  if (byHand !== null) return `${exact(byHand)}, set by you.`;
  if (stated !== null) return `${exact(stated)}, as the service says.`;
  const taken = largestTaken === null ? '' : ` It has taken ${formatSize(largestTaken)}.`;
  if (smallestRefused === null) return `Not known yet: a larger file is first tried whole.${taken}`;
  return `Less than ${formatSize(smallestRefused)}, which it refused.${taken} Parts have ${formatSize(partSize)}.`;
}

/** Bytes as they were typed, with or without separators; null for what is none. */
export function typedLimit(typed: string): number | null {
  const digits = typed.replace(/[\s.,’']/g, '');
  const bytes = Number(digits);
  return /^\d{1,13}$/.test(digits) && bytes >= LEAST ? bytes : null;
}

const exact = (bytes: number): string => `${formatSize(bytes)} (${formatCount(bytes)} bytes)`;
