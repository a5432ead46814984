import type { KnownPayloadLimit } from '../../../../shared/submissions/parts.ts';
import { formatSize } from '../../../ui/format.ts';

/** The smallest that may be set, in bytes: services bill at least as much. */
const LEAST = 1_024;

export function payloadLimitWords({ byHand, partSize, smallestRefused, stated }: KnownPayloadLimit): string {
  if (byHand !== null) return `${formatSize(byHand)}, set by you`;
  if (stated !== null) return `${formatSize(stated)}, as the service says`;
  if (smallestRefused === null) return 'Unknown so far';
  return `Less than ${formatSize(smallestRefused)}. Larger files are sent in parts of ${formatSize(partSize)}`;
}

/** Whole, or in groups of three with one kind of separator between them: what stands otherwise may be a fraction. */
const wholeNumber = /^\d{1,3}([\s.,’'])\d{3}(?:\1\d{3})*$|^\d+$/;

export function typedLimit(typed: string): number | null {
  const text = typed.trim();
  const bytes = wholeNumber.test(text) ? Number(text.replace(/\D/g, '')) : 0;
  return bytes >= LEAST && bytes < 1e13 ? bytes : null;
}
