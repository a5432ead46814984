import { formatInstant } from '../../shared/time.ts';

/** A UTC instant in the person's own language and zone. */
export function formatMoment(instant: string): string {
  return formatInstant(instant, undefined, undefined);
}
