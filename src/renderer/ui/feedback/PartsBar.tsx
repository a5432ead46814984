import { Progress } from '@mantine/core';
import classes from './PartsBar.module.css';

type Props = {
  /** In percent of the whole: what went well, what did not, and what waits for a decision. */
  readonly parts: { readonly good: number; readonly bad: number; readonly open: number };
  readonly label: string;
  /** The same in words, for who listens to the screen. */
  readonly words: string;
  /** Something moves, or is there; or nothing happens by itself. */
  readonly quiet: boolean;
};

export function PartsBar({ parts, label, words, quiet }: Props) {
  return (
    <Progress.Root
      className={classes.track ?? ''}
      data-quiet={quiet || undefined}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(parts.good)}
      aria-valuetext={words}
    >
      {(['good', 'bad', 'open'] as const).map((part) => (
        <Progress.Section
          key={part}
          className={classes.part ?? ''}
          data-part={part}
          data-some={parts[part] > 0 || undefined}
          value={parts[part]}
          withAria={false}
        />
      ))}
    </Progress.Root>
  );
}
