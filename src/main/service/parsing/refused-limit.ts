import type { ServiceError } from '../outcome.ts';

/** Bounds that services have. */
const ORDINARY_BOUNDS = [1_000, 100];

/** The limits to ask with after a service refused this one, from the largest to the smallest. */
export function lowerLimits(refused: number): readonly number[] {
  return ORDINARY_BOUNDS.filter((bound) => bound < refused);
}

/** What services say to a limit above their bound; they say it to other things as well. */
export function mayRefuseLimit({ code, status = 0 }: Pick<ServiceError, 'code' | 'status'>): boolean {
  return status >= 400 && (code === 'rejected' || code === 'too-large');
}
