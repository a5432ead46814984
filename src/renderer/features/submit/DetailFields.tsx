import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './DetailFields.module.css';
import type { DetailSection } from './detail-sections.ts';

type Props = { readonly section: DetailSection };

/** One section of the slip: labels and values, each to be copied. */
export function DetailFields({ section }: Props) {
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
