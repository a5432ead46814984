import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { Disclosure } from '../Disclosure.tsx';
import { CopyAllButton } from './copy.tsx';
import classes from './FieldSlip.module.css';
import { FieldSlip } from './FieldSlip.tsx';
import { phaseWords, plainSections, recordAsJson, recordAsText, technicalSections } from './record-sections.ts';

type Props = {
  readonly record: SubmissionRecord;
  /** What its fees come to in the token that paid, where that is known. */
  readonly cost: Cost | null;
  /** The first line of the text that is copied; left out, the record's state. */
  readonly title?: string;
};

/** What a person asks of a record; the whole of it, with what the contract does not name, folded away, to be copied. */
export function RecordFields({ record, cost, title = phaseWords[record.phase] }: Props) {
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
