import classes from './ProgressBar.module.css';

type Props = {
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
