import { cleanText, rowText } from '../../../shared/text.ts';
import { formatCount } from '../format.ts';
import { CopyButton } from './copy.tsx';
import classes from './FieldSlip.module.css';
import type { FieldSection } from './fields.ts';

type Props = { readonly section: FieldSection };

/** More fields, and more of one, would hold the window for seconds. Copying takes all. */
const MOST_FIELDS = 200;
const LONG = 2_000;
const LONGEST_SHOWN = 20_000;

export function FieldSlip({ section }: Props) {
  return (
    <section>
      <h3 className={classes.title}>{section.title}</h3>
      <dl className={classes.slip}>
        {section.fields.slice(0, MOST_FIELDS).map((field) => (
          <div key={field.label} className={classes.field}>
            <dt>{rowText(field.label)}</dt>
            <dd className={field.code ? classes.code : undefined}>
              <Value text={field.value} />
            </dd>
            <dd className={classes.copy}>
              <CopyButton text={field.copy} what={rowText(field.label).toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      {section.fields.length > MOST_FIELDS && (
        <p>{`${formatCount(section.fields.length - MOST_FIELDS)} more fields: copy all to get them.`}</p>
      )}
    </section>
  );
}

function Value({ text }: { readonly text: string }) {
  if (text.length <= LONG) return <bdi>{cleanText(text, { as: 'lines' })}</bdi>;
  const shown = text.slice(0, LONGEST_SHOWN);
  return (
    <>
      <div className={classes.long} {...scrollable}>
        <bdi>{cleanText(shown, { as: 'lines' })}</bdi>
      </div>
      {shown.length < text.length && (
        <p>{`${formatCount(text.length - shown.length)} more characters: copy it to get all of it.`}</p>
      )}
    </>
  );
}

const scrollable = { tabIndex: 0 } as const;
