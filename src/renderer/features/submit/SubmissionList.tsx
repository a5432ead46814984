import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { SubmissionAction } from '../../../shared/submissions/submission-state.ts';
import { useRows } from '../../ui/lists.ts';
import type { Decision } from './choices.ts';
import columns from './columns.module.css';
import classes from './SubmissionList.module.css';
import { SubmissionRow } from './SubmissionRow.tsx';

/** The height in pixels of a row without questions, as in SubmissionRow.module.css. */
const ROW_ESTIMATE = 52;
/** The ARIA grid pattern: arrow keys move the focus in the table, so screen readers pass them on. */
const grid = { role: 'grid' } as const;

type Props = {
  readonly ids: readonly number[];
  readonly openId: number | null;
  readonly onOpen: (id: number) => void;
  readonly onAction: (action: SubmissionAction, id: number) => void;
  readonly onDecision: (decision: Decision, id: number) => void;
};

/** Enter opens the details of the row in the tab order, Delete removes it. */
export function SubmissionList({ ids, openId, onOpen, onAction, onDecision }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const { active, indexOf, setActiveId } = useActiveRow(ids);
  const withId = (run: (id: number) => void) => (index: number) => {
    const id = ids[index];
    if (id !== undefined) run(id);
  };
  const { rows, margin, covered, keyboard } = useRows({
    list,
    count: ids.length,
    active,
    onActive: withId(setActiveId),
    rowHeight: ROW_ESTIMATE,
    headHeight: HEAD_HEIGHT,
    overscan: 6,
    keyOf: (index) => ids[index] ?? index,
    onEnter: withId(onOpen),
    onDelete: withId((id) => onAction('remove', id)),
  });

  // Opening the details makes the list smaller and the rows taller. The open row must stay in view.
  const openIndex = openId === null ? undefined : indexOf.get(openId);
  useEffect(() => {
    if (openIndex === undefined) return;
    const frame = requestAnimationFrame(() => rows.scrollToIndex(openIndex, { align: 'auto' }));
    return () => cancelAnimationFrame(frame);
  }, [openIndex, rows]);

  return (
    <div ref={list} className={classes.scroller} style={sizes(covered, rows.getTotalSize())}>
      <table
        className={classes.canvas}
        {...grid}
        aria-label="Files"
        aria-rowcount={ids.length + 1}
        style={{ height: rows.getTotalSize() }}
      >
        <ListHead />
        <tbody {...keyboard}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const id = ids[index];
            return id === undefined ? null : (
              <SubmissionRow
                key={key}
                id={id}
                index={index}
                start={start - margin}
                active={index === active}
                open={id === openId}
                measure={rows.measureElement}
                onActive={setActiveId}
                onOpen={onOpen}
                onAction={onAction}
                onDecision={onDecision}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** CSS variables in pixels: the height that covers the top of the list, and the height of the list with all rows. */
function sizes(covered: number, whole: number): CSSProperties {
  const variables: Record<`--${string}`, string> = { '--covered': `${covered}px`, '--whole': `${whole}px` };
  return variables;
}

/** The row in the tab order. If it is removed, the next one takes its place. */
function useActiveRow(ids: readonly number[]) {
  const [activeId, setActiveId] = useState<number | null>(null);
  const lastIndex = useRef(0);
  const indexOf = useMemo(() => new Map(ids.map((id, index) => [id, index])), [ids]);
  const active = (activeId === null ? undefined : indexOf.get(activeId)) ?? Math.min(lastIndex.current, ids.length - 1);
  lastIndex.current = active;
  return { active, indexOf, setActiveId };
}

/** In pixels, as in ListHead.module.css. */
const HEAD_HEIGHT = 32;

function ListHead() {
  return (
    <thead className={classes.head}>
      <tr className={`${columns.columns} ${classes.row}`} aria-rowindex={1}>
        <th scope="col">File</th>
        <th scope="col" data-name="state">
          State
        </th>
        <th scope="col" data-name="cost" data-end>
          Cost
        </th>
        <th scope="col" data-name="time" data-end>
          Time
        </th>
        <th scope="col">
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
