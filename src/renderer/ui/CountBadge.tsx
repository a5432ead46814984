import classes from './CountBadge.module.css';
import { formatCount } from './format.ts';

type Props = {
  readonly count: number;
  /** What is counted, for those who listen and those who point. */
  readonly words: string;
};

export function CountBadge({ count, words }: Props) {
  if (count === 0) return null;
  return (
    <span className={classes.badge} title={words}>
      <span aria-hidden="true">{formatCount(count)}</span>
      {/* A name is read with a space before it: brackets stand well there, a comma would not. */}
      <span className={classes.words}>({words})</span>
    </span>
  );
}
