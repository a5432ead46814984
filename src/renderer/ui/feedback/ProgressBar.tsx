import classes from './ProgressBar.module.css';

type Props = {
  /** 0 to 100. */
  readonly percent: number;
  readonly label: string;
  readonly size?: 'row' | 'total';
  /** Something moves, or how it ended. */
  readonly tone?: 'active' | 'good' | 'warn' | 'bad' | 'quiet';
};

export function ProgressBar({ percent, label, size = 'row', tone = 'active' }: Props) {
  return (
    <div
      className={classes.track}
      data-size={size}
      data-tone={tone}
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
