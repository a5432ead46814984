import { Progress } from '@mantine/core';
import classes from './ProgressBar.module.css';

type Props = {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
  readonly size?: 'row' | 'total';
};

export function ProgressBar({ percent, label, size = 'row' }: Props) {
  return (
    <div
      className={classes.track}
      data-size={size}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  );
}

type PartsBarProps = {
  /** In percent of the whole: successful, failed, and pending a decision. */
  readonly parts: { readonly good: number; readonly bad: number; readonly open: number };
  readonly label: string;
  /** The same information for screen readers. */
  readonly words: string;
  /** True if no file is being processed. */
  readonly quiet: boolean;
};

export function PartsBar({ parts, label, words, quiet }: PartsBarProps) {
  return (
    <Progress.Root
      className={classes.partsTrack ?? ''}
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
