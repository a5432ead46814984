import classes from './CountBadge.module.css';
import { formatCount } from './format.ts';

type Props = {
  readonly count: number;
  /** The meaning of the count, for screen readers and the tooltip. */
  readonly words: string;
};

export function CountBadge({ count, words }: Props) {
  if (count === 0) return null;
  return (
    <span className={classes.badge} title={words}>
      <span aria-hidden="true">{formatCount(count)}</span>
      {/* Read as “3 (words)”. */}
      <span className={classes.words}>({words})</span>
    </span>
  );
}
