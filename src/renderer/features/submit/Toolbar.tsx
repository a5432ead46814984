import { Button } from '@mantine/core';
import { type Group, groups } from '../../data/groups.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { formatCount } from '../../ui/format.ts';
import { QueueSettingsMenu } from './QueueSettingsMenu.tsx';
import classes from './Toolbar.module.css';

const labels: { readonly [Name in Group]: string } = {
  all: 'All',
  working: 'Working',
  done: 'Done',
  'needs-you': 'Needs you',
};

type Props = {
  readonly group: Group;
  /** How many files are still to be sent. */
  readonly pausable: number;
  /** How many files the person has paused, or will find paused. */
  readonly resumable: number;
  readonly cancellable: number;
  /** How many files would leave the list when it is cleared. */
  readonly finished: number;
  readonly onGroup: (group: Group) => void;
  readonly onPauseAll: () => void;
  readonly onResumeAll: () => void;
  readonly onCancelAll: () => void;
  readonly onSaveReceipts: () => void;
  readonly onClearFinished: () => void;
};

export function Toolbar({
  group,
  pausable,
  resumable,
  cancellable,
  finished,
  onGroup,
  onPauseAll,
  onResumeAll,
  onCancelAll,
  onSaveReceipts,
  onClearFinished,
}: Props) {
  const lists = useWindowStore((state) => state.lists);
  const actions = [
    { label: 'Pause all', shown: pausable > 0, onClick: onPauseAll },
    { label: 'Resume all', shown: resumable > 0, onClick: onResumeAll },
    { label: 'Cancel all', shown: cancellable > 0, onClick: onCancelAll },
    { label: 'Save receipts', shown: lists.done.length > 1, onClick: onSaveReceipts },
    { label: 'Clear finished', shown: finished > 0, onClick: onClearFinished },
  ];
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
            {labels[name]} <span className={classes.count}>{formatCount(lists[name].length)}</span>
          </button>
        ))}
      </fieldset>
      <div className={classes.actions}>
        {actions
          .filter((action) => action.shown)
          .map(({ label, onClick }) => (
            <Button key={label} variant="subtle" color="gray" size="compact-sm" onClick={onClick}>
              {label}
            </Button>
          ))}
        <QueueSettingsMenu />
      </div>
    </div>
  );
}
