import { VisuallyHidden } from '@mantine/core';
import columns from './columns.module.css';
import classes from './ListHead.module.css';

/** Pixels, as ListHead.module.css says. */
export const HEAD_HEIGHT = 32;

export function ListHead() {
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
