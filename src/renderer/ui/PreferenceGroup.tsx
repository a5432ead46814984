import { type ReactNode, useId } from 'react';
import classes from './PreferenceGroup.module.css';

type Props = { readonly title: string; readonly children: ReactNode };

/** A group of preferences. For screen readers, it is a region with this name. */
export function PreferenceGroup({ title, children }: Props) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
