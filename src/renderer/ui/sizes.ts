import { formatSize as formatIn } from '../../shared/sizes.ts';
import { separators } from './amounts.ts';

/** A size in words, as `shared/sizes.ts` has it, with the decimal separator of the person's own language. */
export function formatSize(bytes: number): string {
  return formatIn(bytes, separators.decimal);
}
