import { isBeingChecked, type Submission } from '../../../shared/bridge/submissions.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { percent } from '../../ui/format.ts';
import { useNow } from '../../ui/now.ts';
import classes from './StateCell.module.css';
import { StateIcon } from './StateIcon.tsx';
import { stateWords } from './state-words.ts';

type Props = {
  readonly submission: Submission;
  /** With the whole reason for what is uncertain, where a row has a short one. */
  readonly whole?: boolean;
};

/** What is happening to a submission: words, why, and a bar while bytes move. */
export function StateCell({ submission, whole = false }: Props) {
  const progress = useWindowStore((state) => state.progress.get(submission.id)) ?? null;
  const now = useNow(submission.state.kind === 'retrying' || isBeingChecked(submission.state));
  const { label, hint, tone } = stateWords(submission.state, { progress, now });
  const told = whole && submission.state.kind === 'unsettled' ? submission.state.reason.message : hint;
  const moving = submission.state.kind === 'sending' || submission.state.kind === 'preparing';
  return (
    <>
      <div className={classes.label} data-tone={tone}>
        <StateIcon state={submission.state} />
        <span>{label}</span>
      </div>
      {told !== null && <p className={classes.hint}>{told}</p>}
      {moving && (
        <div className={classes.bar}>
          <ProgressBar percent={progress ? percent(progress.done, progress.total) : 0} label={label} />
        </div>
      )}
    </>
  );
}
