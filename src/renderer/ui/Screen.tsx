import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { type RecordTarget, recordTarget } from './dragging.ts';
import { IconButton } from './IconButton.tsx';
import classes from './Screen.module.css';

type Props = {
  /** `whole`: all of it moves; `list`: a list in it has its own scroll bar, and the rest stays. */
  readonly scrolls: 'whole' | 'list';
  readonly children: ReactNode;
  /** What stands behind one row, beside the column; a SidePanel. */
  readonly panel?: ReactNode;
};

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

type SidePanelProps = {
  /** What it is to a screen reader: `Details`. Its button is called `Close details`. */
  readonly label: string;
  readonly title: ReactNode;
  /** The submission that it is about: a file that is let go on the panel is checked against it. */
  readonly record?: RecordTarget;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** What stands behind one row of a screen, beside it. Give each row a panel of its own (`key`). */
export function SidePanel({ label, title, record, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  // Opening is a step into the panel, so that the keyboard goes on from there.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...(record === undefined ? {} : recordTarget(record))}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <IconButton icon={IconX} label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}
