import type { Submission } from '../../../shared/bridge/submissions.ts';
import { windowStore } from '../../data/window-store.ts';
import { visibleName } from '../../ui/files/file-name.ts';
import classes from './Decisions.module.css';
import { type Decision, type DecisionPlace, decisionLabel, decisionsFor } from './decisions.ts';

type Props = {
  readonly submission: Submission;
  readonly place: DecisionPlace;
  readonly tabIndex: number;
  readonly onDecision: (decision: Decision, id: number) => void;
};

/** The answers that a submission waits for, as buttons in words. */
export function Decisions({ submission, place, tabIndex, onDecision }: Props) {
  const decisions = decisionsFor(submission.state, place, (id) => windowStore.getState().submissions.has(id));
  if (decisions.length === 0) return null;
  return (
    <div className={classes.decisions} data-place={place}>
      {decisions.map((decision) => {
        const label = decisionLabel(decision, submission.state);
        return (
          <button
            key={decision}
            type="button"
            className={classes.decision}
            aria-label={`${label} ${visibleName(submission.name)}`}
            tabIndex={tabIndex}
            onClick={(event) => {
              event.stopPropagation();
              onDecision(decision, submission.id);
            }}
          >
            {label}
          </button>
        );
      })}
    </div>
  );
}
