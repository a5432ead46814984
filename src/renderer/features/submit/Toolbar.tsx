import { Button } from '@mantine/core';
import { type Group, groups } from '../../state/groups.ts';
import { useWindowStore } from '../../state/window-store.ts';
import classes from './Toolbar.module.css';

const labels: { readonly [Name in Group]: string } = {
  all: 'All',
  working: 'Working',
  done: 'Done',
  'needs-you': 'Needs you',
};

const counter = new Intl.NumberFormat('en');

type Props = {
  readonly group: Group;
  readonly onGroup: (group: Group) => void;
  readonly onClearFinished: () => void;
  readonly onCancelAll: () => void;
};

export function Toolbar({ group, onGroup, onClearFinished, onCancelAll }: Props) {
  const lists = useWindowStore((state) => state.lists);
  const finished = lists.done.length + lists['needs-you'].length;
  return (
    <div className={classes.bar}>
      <fieldset className={classes.filters} aria-label="Show">
        {groups.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.filter}
            data-group={name}
            aria-pressed={name === group}
            onClick={() => onGroup(name)}
          >
            {labels[name]} <span className={classes.count}>{counter.format(lists[name].length)}</span>
          </button>
        ))}
      </fieldset>
      <div className={classes.actions}>
        {lists.working.length > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onCancelAll}>
            Cancel all
          </Button>
        )}
        {finished > 0 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onClearFinished}>
            Clear finished
          </Button>
        )}
      </div>
    </div>
  );
}
