import { Button, type ButtonProps } from '@mantine/core';
import {
  IconDownload,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ComponentProps, useMemo } from 'react';
import { type Group, groups } from '../../../data/window-state.ts';
import { useWindowStore, windowStore } from '../../../data/window-store.ts';
import type { Question } from '../../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../../ui/format.ts';
import { SaveReceipts } from '../../receipts/index.ts';
import { act } from '../commands.ts';
import { clearFinished, remove } from '../removing/removing.ts';
import { SearchField } from '../search/SearchField.tsx';
import { QueueSettings } from '../settings/QueueSettings.tsx';
import { type Bulk, cancelAllQuestion, removableOf } from './bulk.ts';
import classes from './Toolbar.module.css';

const labels: { readonly [Name in Group]: string } = {
  all: 'All',
  working: 'Working',
  finished: 'Finished',
  'needs-you': 'Needs you',
};

type Props = {
  readonly group: Group;
  readonly bulk: Bulk;
  readonly query: string;
  readonly onGroup: (group: Group) => void;
  readonly onQuery: (query: string) => void;
  readonly ask: (question: Question) => void;
};

/** What the list shows, and what can be done with all of it. */
export function Toolbar({ group, bulk, query, onGroup, onQuery, ask }: Props) {
  const lists = useWindowStore((state) => state.lists);
  const submissions = useWindowStore((state) => state.submissions);
  const { isAnyClearable, unsubmitted } = useMemo(() => removableOf(submissions), [submissions]);
  const { pause, resume, cancel } = bulk;
  const all: readonly (Action & { readonly shown: boolean })[] = [
    { label: 'Pause all', icon: IconPlayerPause, shown: bulk.pausable > 0, run: () => void act('pause', pause) },
    { label: 'Resume all', icon: IconPlayerPlay, shown: bulk.resumable > 0, run: () => void act('resume', resume) },
    {
      label: 'Cancel all',
      icon: IconX,
      shown: cancel.length > 0,
      run: () =>
        ask(
          cancelAllQuestion(
            bulk,
            (id) => submissions.get(id)?.name ?? null,
            () => void act('cancel', cancel),
          ),
        ),
    },
    { label: 'Clear finished', icon: IconListCheck, shown: isAnyClearable, run: () => void clearFinished() },
    {
      label: 'Remove unsubmitted',
      icon: IconPlaylistX,
      // One by itself has its button in its row.
      shown: unsubmitted.length > 1 && cancel.length === 0,
      run: () => void remove(unsubmitted),
    },
  ];
  const actions = all.filter(({ shown }) => shown);
  const isAnyReceipt = useMemo(
    () => [...submissions.values()].some(({ state }) => 'submissionId' in state),
    [submissions],
  );
  const count = actions.length + (isAnyReceipt ? 1 : 0);
  return (
    <div className={classes.room}>
      <div className={classes.bar} data-many={count > 2}>
        <fieldset className={classes.filters} aria-label="Show">
          {groups.map((name) => (
            <button
              key={name}
              type="button"
              className={classes.filter}
              data-group={name}
              data-some={lists[name].length > 0 || undefined}
              aria-pressed={name === group}
              onClick={() => onGroup(name)}
            >
              {labels[name]} <span className={classes.count}>{formatCount(lists[name].length)}</span>
            </button>
          ))}
        </fieldset>
        <SearchField query={query} onQuery={onQuery} />
        <div className={classes.actions}>
          {actions.map((action) => (
            <ActionButton key={action.label} {...action} />
          ))}
          {isAnyReceipt && (
            <SaveReceipts submissionIds={receiptIds}>
              <ActionButton label="Save receipts" icon={IconDownload} />
            </SaveReceipts>
          )}
          <QueueSettings />
        </div>
      </div>
    </div>
  );
}

type Action = { readonly label: string; readonly icon: TablerIcon; readonly run: () => void };

/** Without `run` it is what opens a menu, which hands it the rest. */
type ActionButtonProps = Omit<Action, 'run'> &
  Partial<Pick<Action, 'run'>> &
  Omit<ComponentProps<'button'>, keyof ButtonProps>;

/** In words where there is room for them, else as an icon that says its words when it is pointed at. */
function ActionButton({ label, icon: Icon, run, ...others }: ActionButtonProps) {
  return (
    <Button
      {...others}
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={classes.action ?? ''}
      aria-label={label}
      title={label}
      {...(run === undefined ? {} : { onClick: run })}
    >
      <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden="true" />
      <span className={classes.words}>{label}</span>
    </Button>
  );
}

/** Of all files of the list that have one, whatever became of them since. */
function receiptIds(): readonly string[] {
  const { submissions, lists } = windowStore.getState();
  const states = lists.all.flatMap((id) => submissions.get(id)?.state ?? []);
  return [...new Set(states.flatMap((state) => ('submissionId' in state ? [state.submissionId] : [])))];
}
