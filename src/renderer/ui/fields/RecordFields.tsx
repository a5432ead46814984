import type { Cost } from '../../../shared/bridge/submissions.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { CopyAllButton } from './copy.tsx';
import { FieldSlip } from './FieldSlip.tsx';
import classes from './RecordFields.module.css';
import { phaseWords, recordAsJson, recordAsText, recordSections } from './record-sections.ts';

type Props = {
  readonly record: SubmissionRecord;
  /** What its fees come to in the token that paid, where that is known. */
  readonly cost: Cost | null;
  /** The first line of the text that is copied; left out, the record's state. */
  readonly title?: string;
};

/** The whole record in words, with what the contract does not name; each field to be copied, and all of it. */
export function RecordFields({ record, cost, title = phaseWords[record.phase] }: Props) {
  return (
    <div className={classes.record}>
      <div className={classes.copies}>
        <CopyAllButton label="Copy all as text" text={() => recordAsText(title, record, cost)} />
        <CopyAllButton label="Copy as JSON" text={() => recordAsJson(record)} />
      </div>
      {recordSections(record, cost).map((section) => (
        <FieldSlip key={section.title} section={section} />
      ))}
    </div>
  );
}
