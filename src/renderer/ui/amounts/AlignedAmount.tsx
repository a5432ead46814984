import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { formatCost } from '../format.ts';
import classes from './AlignedAmount.module.css';
import { type Alignment, alignmentOf, amountParts, noAlignment, padding } from './alignment.ts';

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
