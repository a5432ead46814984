import type { Part } from '../../../../../shared/submissions/parts.ts';
import type { Decision } from '../../list/choices.ts';
import { ReceiptSlip } from '../../list/row/ReceiptSlip.tsx';
import { DecisionButtons, StateCell } from '../../list/row/StateCell.tsx';
import classes from './Parts.module.css';
import { partFacts, partTitle } from './part-words.ts';

type Props = {
  /** Null while it is asked for. */
  readonly part: Part | null;
  readonly index: number;
  readonly count: number;
  /** Distance from the top of the list, in pixels. */
  readonly start: number;
  readonly measure: (node: HTMLElement | null) => void;
  readonly onDecision: (decision: Decision, part: Part) => void;
};

export function PartRow({ part, index, count, start, measure, onDecision }: Props) {
  return (
    <li
      ref={measure}
      className={classes.part}
      data-index={index}
      data-state={part?.state.kind}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      {part !== null && <Told part={part} onDecision={onDecision} />}
    </li>
  );
}

function Told({ part, onDecision }: { readonly part: Part } & Pick<Props, 'onDecision'>) {
  const { id, state, size, submissionId } = part;
  const title = partTitle(part);
  const told = { id, name: title, state, size, parts: null };
  return (
    <>
      <div className={classes.title}>
        <strong>{title}</strong>
        {submissionId !== null && <ReceiptSlip submissionId={submissionId} tabIndex={0} />}
      </div>
      <StateCell submission={told} whole isPart />
      <DecisionButtons
        submission={told}
        place="details"
        tabIndex={0}
        onDecision={(decision) => onDecision(decision, part)}
      />
      <p className={classes.facts}>{partFacts(part).join(' · ')}</p>
    </>
  );
}
