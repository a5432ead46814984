import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import classes from './Screen.module.css';

type Props = {
  /** `whole` scrolls the screen as a whole. With `list`, only a list in it scrolls. */
  readonly scrolls: 'whole' | 'list';
  readonly children: ReactNode;
  /** The details of one row, beside the column: a `SidePanel`. */
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
  /** The name for screen readers, such as `Details`. Its button is named `Close details`. */
  readonly label: string;
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The details of one row, beside the screen. Give the panel of each row its own `key`. */
export function SidePanel({ label, title, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef(document.activeElement);
  // Opening moves the focus into the panel, so that the keyboard continues there. Closing restores it.
  useEffect(() => {
    const { current: before } = opener;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside ref={panel} className={classes.panel} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <IconButton icon={IconX} label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}
