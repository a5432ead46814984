import type { ReactNode } from 'react';
import classes from './Screen.module.css';

type Props = {
  /** `whole`: all of it moves; `list`: a list in it has its own scroll bar, and the rest stays. */
  readonly scrolls: 'whole' | 'list';
  readonly children: ReactNode;
  /** What stands behind one row, beside the column; a SidePanel. */
  readonly panel?: ReactNode;
};

/** The frame that all screens share. */
export function Screen({ scrolls, children, panel = null }: Props) {
  return (
    <div className={classes.screen}>
      <div className={classes.column} data-scrolls={scrolls}>
        {children}
      </div>
      {panel}
    </div>
  );
}
