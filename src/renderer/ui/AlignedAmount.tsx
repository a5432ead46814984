import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import type { Cost } from '../../shared/submissions/cost.ts';
import classes from './AlignedAmount.module.css';
import { formatCost, separators } from './format.ts';

/** An amount as it is written: before its decimal sign, from there on, and what it is of. */
type AmountParts = { readonly whole: string; readonly fraction: string; readonly unit: string };

/** Null for what is no number: the service's own words. */
export function amountParts(cost: Cost): AmountParts | null {
  const text = formatCost(cost);
  // Separators of languages that write blanks are none of the ordinary ones.
  const [number = '', ...unit] = text.split(' ');
  const [whole = '', fraction, ...more] = number.split(separators().decimal);
  if (!/^-?\d/.test(whole) || !/^\d*$/.test(fraction ?? '') || more.length > 0) return null;
  return { whole, fraction: fraction === undefined ? '' : `${separators().decimal}${fraction}`, unit: unit.join(' ') };
}

/** How much room the amounts of a column take behind their whole digits, in characters. */
export type Alignment = { readonly fraction: number; readonly unit: number };

export const noAlignment: Alignment = { fraction: 0, unit: 0 };

/** Longer names do not push all amounts of a column aside. */
const LONGEST_UNIT = 16;

/**
 * Room for the longest of these and of those before them: what scrolls by must not move the rest about. No more than
 * `room` characters for one with its whole digits: amounts that are longer stand out, and leave the others in sight.
 */
export function alignmentOf(costs: readonly Cost[], room: number, before = noAlignment): Alignment {
  let { fraction, unit } = before;
  for (const cost of costs) {
    const parts = amountParts(cost);
    if (parts === null) continue;
    const unitLength = Math.min(parts.unit.length, LONGEST_UNIT);
    if (parts.whole.length + Math.max(fraction, parts.fraction.length) + 1 + Math.max(unit, unitLength) > room)
      continue;
    fraction = Math.max(fraction, parts.fraction.length);
    unit = Math.max(unit, unitLength);
  }
  return fraction === before.fraction && unit === before.unit ? before : { fraction, unit };
}

/** What stands unseen behind an amount, so that its decimal sign comes under those of the others. */
export function padding({ fraction }: AmountParts, alignment: Alignment): string {
  if (fraction.length >= alignment.fraction) return '';
  const zeros = '0'.repeat(alignment.fraction - Math.max(1, fraction.length));
  return fraction === '' ? `${separators().decimal}${zeros}` : zeros;
}

const ColumnAlignment = createContext<Alignment>(noAlignment);

type ColumnProps = {
  /** What stands in the column, or what of it is known. */
  readonly costs: readonly Cost[];
  /** Characters that an amount may be long. */
  readonly room: number;
  /** Another one is another column: nothing of the earlier one counts. */
  readonly of?: string;
  readonly children: ReactNode;
};

/** Amounts in it have their decimal signs under each other. */
export function AmountColumn({ costs, room, of = '', children }: ColumnProps) {
  const before = useRef({ of, room, alignment: noAlignment });
  const alignment = useMemo(() => {
    const isSame = before.current.of === of && before.current.room === room;
    const next = alignmentOf(costs, room, isSame ? before.current.alignment : noAlignment);
    before.current = { of, room, alignment: next };
    return next;
  }, [costs, room, of]);
  return <ColumnAlignment value={alignment}>{children}</ColumnAlignment>;
}

type AmountProps = {
  readonly cost: Cost;
  /** Left out, that of the column that it stands in. */
  readonly alignment?: Alignment;
};

export function AlignedAmount({ cost, alignment: own }: AmountProps) {
  const column = useContext(ColumnAlignment);
  const alignment = own ?? column;
  const parts = amountParts(cost);
  const text = formatCost(cost);
  if (parts === null) return <bdi title={text}>{text}</bdi>;
  return (
    <span className={classes.amount} title={text}>
      <span className={classes.number} data-padding={padding(parts, alignment)}>
        {`${parts.whole}${parts.fraction}`}
      </span>
      {parts.unit !== '' && ' '}
      <bdi className={classes.unit} style={{ minWidth: `${alignment.unit}ch` }}>
        {parts.unit}
      </bdi>
    </span>
  );
}

/** The same in a column that is narrow: what the amount is of stands below its digits. */
export function StackedAmount({ cost }: Pick<AmountProps, 'cost'>) {
  const alignment = useContext(ColumnAlignment);
  const parts = amountParts(cost);
  const text = formatCost(cost);
  if (parts === null) return <bdi title={text}>{text}</bdi>;
  return (
    <span className={classes.stacked} title={text}>
      <span className={classes.number} data-padding={padding(parts, alignment)}>
        {`${parts.whole}${parts.fraction}`}
      </span>{' '}
      <bdi className={classes.below}>{parts.unit}</bdi>
    </span>
  );
}
