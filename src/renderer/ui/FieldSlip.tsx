import { CopyButton } from './CopyButton.tsx';
import classes from './FieldSlip.module.css';
import type { FieldSection } from './fields.ts';

type Props = { readonly section: FieldSection };

/** One section of the slip: labels and values, each to be copied. */
export function FieldSlip({ section }: Props) {
  return (
    <section>
      <h3 className={classes.title}>{section.title}</h3>
      <dl className={classes.slip}>
        {section.fields.map((field) => (
          <div key={field.label} className={classes.field}>
            <dt>{field.label}</dt>
            <dd className={field.code ? classes.code : undefined}>
              <bdi>{field.value}</bdi>
            </dd>
            <dd className={classes.copy}>
              <CopyButton text={field.copy} what={field.label.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
