import type { ReactNode } from 'react';
import classes from './DropOverlay.module.css';
import type { Place } from './dragging.ts';

type Props = {
  readonly title: string;
  readonly note: string;
  /** Shown above the text if the overlay covers the whole window. */
  readonly art?: ReactNode;
  /** True to keep the page below visible, as the user drops on one of its elements. */
  readonly seeThrough: boolean;
  /** The position of the current target. */
  readonly around?: Place | null;
  /** A second drop target. It is at the lower edge, so that it is not hit by mistake. */
  readonly zone?: ReactNode;
};

export function DropOverlay({ title, note, art = null, seeThrough, around = null, zone = null }: Props) {
  // The current target stays visible.
  const aside = around !== null && around.top > window.innerHeight / 2 ? 'top' : 'bottom';
  return (
    <div className={classes.overlay} data-see-through={seeThrough} data-testid="drop-overlay">
      {around !== null && <div className={classes.around} style={{ ...around }} />}
      <div className={classes.frame} data-aside={aside}>
        <div className={classes.words}>
          {!seeThrough && art}
          <p className={classes.title}>{title}</p>
          <p>{note}</p>
        </div>
        {zone}
      </div>
    </div>
  );
}
