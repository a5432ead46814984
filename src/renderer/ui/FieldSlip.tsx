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

/**
 * The maximum number of characters shown: a longer value would block the window for seconds. Copying includes all of
 * it.
 */
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
  /** The cost in the token that paid; null if unknown. */
  readonly cost: Cost | null;
  readonly title?: string;
};

/** The main fields of a record. The full record, with undocumented fields, is folded away and can be copied. */
export function RecordFields({ record, cost, title = phaseWords[record.phase] }: RecordFieldsProps) {
  return (
    <div className={classes.record}>
      {plainSections(record, cost).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
      <TechnicalFields record={record} cost={cost} title={title} />
    </div>
  );
}

export function TechnicalFields({ record, cost, title }: Required<RecordFieldsProps>) {
  return (
    <Disclosure label="Technical details">
      <div className={classes.copies}>
        <CopyAllButton label="Copy all as text" text={() => recordAsText(title, record, cost)} />
        <CopyAllButton label="Copy as JSON" text={() => recordAsJson(record)} />
      </div>
      {technicalSections(record).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
    </Disclosure>
  );
}
