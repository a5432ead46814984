import type { ReactNode } from 'react';
import classes from './DropOverlay.module.css';

type Props = {
  readonly title: string;
  readonly note: string;
  readonly art?: ReactNode;
  /** A second drop target. It is at the lower edge, so that it is not hit by mistake. */
  readonly zone?: ReactNode;
};

export function DropOverlay({ title, note, art = null, zone = null }: Props) {
  return (
    <div className={classes.overlay} data-testid="drop-overlay">
      <div className={classes.frame}>
        <div className={classes.words}>
          {art}
          <p className={classes.title}>{title}</p>
          <p>{note}</p>
        </div>
        {zone}
      </div>
    </div>
  );
}
