import type { RecordPage } from '../../../shared/bridge/records.ts';
import { formatCount } from '../../ui/amounts.ts';
import { isFiltered, useSpendingView } from './spending-view.ts';
import { totalText } from './spending-words.ts';
import classes from './Totals.module.css';

type Props = {
  readonly head: RecordPage;
  /** The words that this was searched for. */
  readonly text: string;
};

/** What all that is filtered comes to, by token. */
export function Totals({ head, text }: Props) {
  const filtered = useSpendingView(({ filter }) => isFiltered(filter));
  const count = filtered
    ? `${formatCount(head.matched)} of ${formatCount(head.kept)} submissions`
    : `${formatCount(head.kept)} ${head.kept === 1 ? 'submission' : 'submissions'}`;
  return (
    <section className={classes.totals} aria-label="Totals" data-answers={text}>
      <p className={classes.count} role="status">
        {count}
      </p>
      <ul className={classes.tokens}>
        {head.totals.map((total) => {
          const { fees, rest } = totalText(total);
          return (
            <li key={total.tokenDetailsId ?? ''}>
              <strong>
                <bdi>{fees}</bdi>
              </strong>
              <span>{rest}</span>
            </li>
          );
        })}
        {head.tokenCount > head.totals.length && (
          <li>
            <span>{`and ${formatCount(head.tokenCount - head.totals.length)} more tokens: export has all`}</span>
          </li>
        )}
      </ul>
    </section>
  );
}
