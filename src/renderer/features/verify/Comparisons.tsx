import { IconEqual, IconEqualNot, IconQuestionMark } from '@tabler/icons-react';
import type { Comparison, Verification } from '../../../shared/bridge/receipts.ts';
import classes from './Comparisons.module.css';
import { comparisonLabel, outcomeLabel, witnessLabel } from './verdict-words.ts';

type Props = {
  readonly comparisons: readonly Comparison[];
  readonly against: Verification['against']['kind'];
};

/** Each value that is to be had, beside that of the file. */
export function Comparisons({ comparisons, against }: Props) {
  if (comparisons.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Compared values">
      {comparisons.map((comparison) => {
        const { same } = comparison;
        const Icon = same === null ? IconQuestionMark : same ? IconEqual : IconEqualNot;
        return (
          <li
            key={`${comparison.witness} ${comparison.what}`}
            className={classes.comparison}
            data-same={same ?? 'unknown'}
          >
            <div className={classes.head}>
              <h3>{comparisonLabel(comparison)}</h3>
              <span className={classes.outcome}>
                <Icon size={18} stroke={2} aria-hidden="true" />
                {outcomeLabel(comparison)}
              </span>
            </div>
            <dl className={classes.values}>
              <dt>{witnessLabel(comparison, against)}</dt>
              <dd>
                <Value text={comparison.expected} other={same === null ? comparison.expected : comparison.actual} />
              </dd>
              <dt>Your file</dt>
              <dd>
                <Value text={comparison.actual} other={same === null ? comparison.actual : comparison.expected} />
              </dd>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** A value whose signs are underlined where the other one has others. */
function Value({ text, other }: { readonly text: string; readonly other: string }) {
  const start = commonStart(text, other);
  if (start === text.length && text.length === other.length) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, start)}
      <span className={classes.differs}>{text.slice(start)}</span>
    </bdi>
  );
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}
