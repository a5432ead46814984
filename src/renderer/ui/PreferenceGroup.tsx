import { type ReactNode, useId } from 'react';
import classes from './PreferenceGroup.module.css';

type Props = { readonly title: string; readonly children: ReactNode };

/** What belongs together on the screen of preferences. To a screen reader it is a region of that name. */
export function PreferenceGroup({ title, children }: Props) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
