import { Button } from '@mantine/core';
import { isClearable } from '../../../../shared/submissions/submission-state.ts';
import { type Group, groups } from '../../../data/window-state.ts';
import { useWindowStore, windowStore } from '../../../data/window-store.ts';
import type { Question } from '../../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../../ui/format.ts';
import { saveReceipts } from '../../receipts/index.ts';
import { act } from '../commands.ts';
import { clearFinished } from '../removing/removing.ts';
import { QueueSettings } from '../settings/QueueSettings.tsx';
import { type Bulk, cancelAllQuestion } from './bulk.ts';
import classes from './Toolbar.module.css';

const labels: { readonly [Name in Group]: string } = {
  all: 'All',
  working: 'Working',
  done: 'Done',
  'needs-you': 'Needs you',
};

type Props = {
  readonly group: Group;
  readonly bulk: Bulk;
  readonly onGroup: (group: Group) => void;
  readonly ask: (question: Question) => void;
};

/** What the list shows, and what can be done with all of it. */
export function Toolbar({ group, bulk, onGroup, ask }: Props) {
  const lists = useWindowStore((state) => state.lists);
  const submissions = useWindowStore((state) => state.submissions);
  const { pause, resume, cancel } = bulk;
  const isAnyClearable = lists.done.some((id) => {
    const state = submissions.get(id)?.state;
    return state !== undefined && isClearable(state);
  });
  const actions = [
    { label: 'Pause all', shown: bulk.pausable > 0, run: () => act('pause', pause) },
    { label: 'Resume all', shown: bulk.resumable > 0, run: () => act('resume', resume) },
    {
      label: 'Cancel all',
      shown: cancel.length > 0,
      run: () => ask(cancelAllQuestion(bulk, () => void act('cancel', cancel))),
    },
    { label: 'Save receipts', shown: lists.done.length > 1, run: saveAllReceipts },
    { label: 'Clear finished', shown: isAnyClearable, run: () => clearFinished() },
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
          .filter(({ shown }) => shown)
          .map(({ label, run }) => (
            <Button key={label} variant="subtle" color="gray" size="compact-sm" onClick={() => void run()}>
              {label}
            </Button>
          ))}
        <QueueSettings />
      </div>
    </div>
  );
}

async function saveAllReceipts(): Promise<void> {
  const { submissions, lists } = windowStore.getState();
  const states = lists.done.flatMap((id) => submissions.get(id)?.state ?? []);
  await saveReceipts(states.flatMap((state) => ('submissionId' in state ? [state.submissionId] : [])));
}
