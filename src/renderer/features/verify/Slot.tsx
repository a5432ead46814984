import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './Slot.module.css';
import type { SlotName } from './use-file-drop.ts';

type Props = {
  readonly name: SlotName;
  readonly title: string;
  readonly icon: TablerIcon;
  readonly filled: boolean;
  readonly hovered: boolean;
  readonly children: ReactNode;
};

/** A place that takes one thing. */
export function Slot({ name, title, icon: Icon, filled, hovered, children }: Props) {
  const headingId = useId();
  return (
    <section
      className={classes.slot}
      data-slot={name}
      data-filled={filled}
      data-hovered={hovered}
      aria-labelledby={headingId}
    >
      <div className={classes.head}>
        <Icon size={22} stroke={1.7} aria-hidden="true" />
        <h2 id={headingId}>{title}</h2>
      </div>
      {children}
    </section>
  );
}
