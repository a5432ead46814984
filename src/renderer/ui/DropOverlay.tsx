import type { ReactNode } from 'react';
import classes from './DropOverlay.module.css';
import type { Place } from './dragging.ts';

type Props = {
  readonly title: string;
  readonly note: string;
  /** Stands above the words where they have the window for themselves. */
  readonly art?: ReactNode;
  /** Leaves what is below it in sight: the person aims at something there. */
  readonly seeThrough: boolean;
  /** What is aimed at. */
  readonly around?: Place | null;
  /** Another place to let go on: at the lower edge, where nobody lets go who does not aim at it. */
  readonly zone?: ReactNode;
};

export function DropOverlay({ title, note, art = null, seeThrough, around = null, zone = null }: Props) {
  // What is aimed at stays in sight.
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
