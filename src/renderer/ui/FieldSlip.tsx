import type { SubmissionRecord } from '../../shared/records.ts';
import type { Cost } from '../../shared/submissions/cost.ts';
import { cleanText, rowText } from '../../shared/text.ts';
import { CopyAllButton, CopyButton } from './copy.tsx';
import { Disclosure } from './Disclosure.tsx';
import classes from './FieldSlip.module.css';
import { formatCount } from './format.ts';
import {
  type FieldSection,
  phaseWords,
  plainSections,
  recordAsJson,
  recordAsText,
  technicalSections,
} from './record-sections.ts';

type Props = { readonly section: FieldSection };

/** A longer value would hold the window for seconds. Copying takes all of it. */
const LONGEST_SHOWN = 2_000;

export function FieldSlip({ section }: Props) {
  return (
    <section>
      <h3 className={classes.title}>{section.title}</h3>
      <dl className={classes.slip}>
        {section.fields.map((field) => (
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
    </section>
  );
}

function Value({ text }: { readonly text: string }) {
  const more = text.length - LONGEST_SHOWN;
  return (
    <>
      <bdi>{cleanText(text.slice(0, LONGEST_SHOWN), { as: 'lines' })}</bdi>
      {more > 0 && <p>{`${formatCount(more)} more characters: copy it to get all of it.`}</p>}
    </>
  );
}

type RecordFieldsProps = {
  readonly record: SubmissionRecord;
  /** What its fees come to in the token that paid, where that is known. */
  readonly cost: Cost | null;
  /** The first line of the text that is copied; left out, the record's state. */
  readonly title?: string;
};

/** What a person asks of a record; the whole of it, with what the contract does not name, folded away, to be copied. */
export function RecordFields({ record, cost, title = phaseWords[record.phase] }: RecordFieldsProps) {
  return (
    <div className={classes.record}>
      {plainSections(record, cost).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      <Disclosure label="Technical details">
        <div className={classes.copies}>
          <CopyAllButton label="Copy all as text" text={() => recordAsText(title, record, cost)} />
          <CopyAllButton label="Copy as JSON" text={() => recordAsJson(record)} />
        </div>
        {technicalSections(record).map((section) => (
          <FieldSlip key={section.title} section={section} />
        ))}
      </Disclosure>
    </div>
  );
}
