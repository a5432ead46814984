import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import type { Cost } from '../../shared/submissions/cost.ts';
import classes from './AlignedAmount.module.css';
import { formatCost, separators } from './format.ts';

/** A formatted amount: the digits before the decimal sign, the rest, and the unit. */
type AmountParts = { readonly whole: string; readonly fraction: string; readonly unit: string };

/** Null if the text of the service is not a number. */
export function amountParts(cost: Cost): AmountParts | null {
  const text = formatCost(cost);
  // Languages that group digits with spaces use other characters than the ordinary space.
  const [number = '', ...unit] = text.split(' ');
  const [whole = '', fraction, ...more] = number.split(separators().decimal);
  if (!/^-?\d/.test(whole) || !/^\d*$/.test(fraction ?? '') || more.length > 0) return null;
  return { whole, fraction: fraction === undefined ? '' : `${separators().decimal}${fraction}`, unit: unit.join(' ') };
}

/** The room after the whole digits in a column, in characters. */
export type Alignment = { readonly fraction: number; readonly unit: number };

export const noAlignment: Alignment = { fraction: 0, unit: 0 };

/** A longer name does not widen the column. */
const LONGEST_UNIT = 16;

/**
 * The room for the longest of these amounts and of earlier ones, so that scrolling does not move the others. Each
 * amount gets at most `room` characters: longer ones overflow, so that the others stay visible.
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

/** Invisible characters after an amount, which align its decimal sign with the others. */
export function padding({ fraction }: AmountParts, alignment: Alignment): string {
  if (fraction.length >= alignment.fraction) return '';
  const zeros = '0'.repeat(alignment.fraction - Math.max(1, fraction.length));
  return fraction === '' ? `${separators().decimal}${zeros}` : zeros;
}

const ColumnAlignment = createContext<Alignment>(noAlignment);

type ColumnProps = {
  /** The amounts in the column, as far as known. */
  readonly costs: readonly Cost[];
  /** The maximum length of an amount in characters. */
  readonly room: number;
  /** Identifies the column. A change discards the earlier alignment. */
  readonly of?: string;
  readonly children: ReactNode;
};

/** Aligns its amounts at their decimal signs. */
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
  /** By default, the alignment of the surrounding column. */
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

/** An amount for a narrow column: the unit is below the digits. */
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
