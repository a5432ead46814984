import type { Item } from '../../../shared/submissions.ts';
import { useWindowStore } from '../../state/window-store.ts';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import { Decisions } from './Decisions.tsx';
import type { Decision } from './decisions.ts';
import classes from './StateCell.module.css';
import { StateIcon } from './StateIcon.tsx';
import { stateWords } from './state-words.ts';

type Props = {
  readonly item: Item;
  readonly tabIndex: number;
  readonly onDecision: (decision: Decision, id: number) => void;
};

/** What is happening to an item: words, why, a bar while bytes move, and what a person may decide. */
export function StateCell({ item, tabIndex, onDecision }: Props) {
  const progress = useWindowStore((state) => state.progress.get(item.id)) ?? null;
  const now = useNow(item.state.kind === 'retrying');
  const { label, hint, tone } = stateWords(item.state, { progress, now });
  const moving = item.state.kind === 'sending' || item.state.kind === 'preparing';
  return (
    <>
      <div className={classes.label} data-tone={tone}>
        <StateIcon kind={item.state.kind} />
        <span>{label}</span>
      </div>
      {hint !== null && <p className={classes.hint}>{hint}</p>}
      {moving && (
        <div className={classes.bar}>
          <ProgressBar percent={progress ? percent(progress.done, progress.total) : 0} label={label} />
        </div>
      )}
      <Decisions item={item} tabIndex={tabIndex} onDecision={onDecision} />
    </>
  );
}
