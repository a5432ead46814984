import { chance, weighted, whole } from './seeded.ts';

/** The faults of a submission on its way. `charged`: the service receives all of it and charges for it. */
export const faultKinds = {
  'connection refused': { charged: false, weight: 1 },
  'reset before the body': { charged: false, weight: 1 },
  'reset amid the body': { charged: false, weight: 1 },
  'reset after the body, not taken': { charged: false, weight: 2 },
  'taken after everybody gave up': { charged: true, weight: 2 },
  'answer lost': { charged: true, weight: 3 },
  'answer broken off': { charged: true, weight: 2 },
  'answer never sent': { charged: true, weight: 1 },
  'answer slow': { charged: true, weight: 1 },
  'own error after the charge': { charged: true, weight: 3 },
  'own error without a charge': { charged: false, weight: 2 },
  'asks for a pause': { charged: false, weight: 1 },
  'page after the charge': { charged: true, weight: 2 },
  'page without a charge': { charged: false, weight: 1 },
} as const;

type FaultKind = keyof typeof faultKinds;

/** `status` and `ms` (milliseconds) apply to some kinds only. */
export type SubmissionFault = { readonly kind: FaultKind; readonly status: number; readonly ms: number };

const weights = Object.fromEntries(Object.entries(faultKinds).map(([kind, { weight }]) => [kind, weight]));

/** Only this many attempts of a file may have a fault, so that a batch ends. */
const FAULTY_TRIES = 2;

/**
 * The fault of an attempt; null for none. Depends only on the seed, the file and the attempt, so that a seed replays
 * in any order of files.
 */
export function submissionFault(seed: number, file: string, attempt: number, share: number): SubmissionFault | null {
  if (attempt > FAULTY_TRIES || chance(seed, file, attempt, 'any') >= share / attempt) return null;
  const kind = weighted(weights, seed, file, attempt, 'kind');
  if (!isKind(kind)) throw new Error(`No such fault: ${kind}`);
  const draw = (least: number, most: number): number => whole(least, most, seed, file, attempt, 'number');
  switch (kind) {
    case 'connection refused':
      return { kind, status: 0, ms: draw(50, 250) };
    case 'taken after everybody gave up':
      return { kind, status: 0, ms: draw(20, 300) };
    case 'answer slow':
      return { kind, status: 0, ms: draw(200, 900) };
    case 'own error after the charge':
      return { kind, status: [500, 500, 502, 504][draw(0, 3)] ?? 500, ms: 0 };
    case 'page after the charge':
      return { kind, status: [200, 500, 502, 503, 504][draw(0, 4)] ?? 502, ms: 0 };
    case 'page without a charge':
      return { kind, status: [502, 504][draw(0, 1)] ?? 502, ms: 0 };
    case 'asks for a pause':
      return { kind, status: [429, 503][draw(0, 1)] ?? 503, ms: 0 };
    default:
      return { kind, status: 500, ms: 0 };
  }
}

function isKind(kind: string): kind is FaultKind {
  return kind in faultKinds;
}
