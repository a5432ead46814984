import { type Item, isBeingChecked } from '../../../shared/bridge/submissions.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { useNow } from '../../ui/now.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { percent } from '../../ui/percent.ts';
import classes from './StateCell.module.css';
import { StateIcon } from './StateIcon.tsx';
import { stateWords } from './state-words.ts';

type Props = {
  readonly item: Item;
  /** With the whole reason for what is uncertain, where a row has a short one. */
  readonly whole?: boolean;
};

/** What is happening to an item: words, why, and a bar while bytes move. */
export function StateCell({ item, whole = false }: Props) {
  const progress = useWindowStore((state) => state.progress.get(item.id)) ?? null;
  const now = useNow(item.state.kind === 'retrying' || isBeingChecked(item.state));
  const { label, hint, tone } = stateWords(item.state, { progress, now });
  const told = whole && item.state.kind === 'unsettled' ? item.state.reason.message : hint;
  const moving = item.state.kind === 'sending' || item.state.kind === 'preparing';
  return (
    <>
      <div className={classes.label} data-tone={tone}>
        <StateIcon state={item.state} />
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
