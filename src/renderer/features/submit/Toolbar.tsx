import { Button, type ButtonProps, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { type Group, groups, useWindowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCount } from '../../ui/format.ts';
import { belowButton } from '../../ui/popovers.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { ReceiptItems } from '../receipts/index.ts';
import { type Bulk, filesWords } from './bulk.ts';
import { act, clearFinished, remove } from './commands.ts';
import { type Found, foundWords } from './list-view.ts';
import { QueueSettings } from './QueueSettings.tsx';
import classes from './Toolbar.module.css';

const labels: { readonly [Name in Group]: string } = {
  all: 'All',
  working: 'Working',
  finished: 'Finished',
  'needs-you': 'Needs you',
};

const FOUND_SPOKEN_EVERY_MS = 1_000;

type Props = {
  readonly group: Group;
  readonly bulk: Bulk;
  /** The result of the search, to which the actions apply; null without a search. */
  readonly found: Found | null;
  readonly query: string;
  readonly onGroup: (group: Group) => void;
  readonly onQuery: (query: string) => void;
  readonly onCancel: () => void;
};

export function Toolbar({ group, bulk, found, query, onGroup, onQuery, onCancel }: Props) {
  const lists = useWindowStore((state) => state.lists);
  const actions = actionsOf(bulk, found !== null, onCancel);
  const foundText = found === null ? '' : foundWords(found);
  return (
    <div className={classes.room}>
      <div className={classes.bar}>
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
        <SearchField className={classes.search} size="xs" label="Search in the list" query={query} onQuery={onQuery} />
        <div className={classes.actions}>
          {/* The most useful ones. In a narrow bar, they are only in the menu. */}
          {actions.slice(0, 2).map(({ label, run }) => (
            <BarButton key={label} data-wide onClick={run}>
              {label}
            </BarButton>
          ))}
          {(actions.length > 0 || bulk.receipts.length > 0) && <More actions={actions} receipts={bulk.receipts} />}
          <QueueSettings />
        </div>
      </div>
      {foundText !== '' && <p className={classes.found}>{foundText}</p>}
      <Announcer text={foundText} everyMs={FOUND_SPOKEN_EVERY_MS} />
    </div>
  );
}

type Action = { readonly label: string; readonly icon: TablerIcon; readonly run: () => void };

function actionsOf(bulk: Bulk, isSearch: boolean, onCancel: () => void): readonly Action[] {
  const { pause, resume, cancel, clear, remove: unsubmitted, isSending, resumable } = bulk;
  const label = (whole: string, found: string): string => (isSearch ? found : whole);
  const pauseLabel = label('Pause all', `Pause ${filesWords(pause.length)}`);
  const resumeLabel = label('Resume all', `Resume ${filesWords(resumable)}`);
  const cancelLabel = label('Cancel all', `Cancel ${filesWords(cancel.length)}`);
  const clearLabel = label('Clear finished', `Clear ${formatCount(clear.length)} finished`);
  const removeLabel = label('Remove unsubmitted', `Remove ${formatCount(unsubmitted.length)} unsubmitted`);
  // Main knows the whole list, but only the window knows the result of a search.
  const clearAll = (): void => void (isSearch ? remove(clear) : clearFinished());
  const actions: readonly (Action & { readonly isOffered: boolean })[] = [
    { label: pauseLabel, icon: IconPlayerPause, run: () => void act('pause', pause), isOffered: isSending },
    { label: resumeLabel, icon: IconPlayerPlay, run: () => void act('resume', resume), isOffered: resumable > 0 },
    { label: cancelLabel, icon: IconX, run: onCancel, isOffered: cancel.length > 0 },
    { label: clearLabel, icon: IconListCheck, run: clearAll, isOffered: clear.length > 0 },
    {
      ...{ label: removeLabel, icon: IconPlaylistX, run: () => void remove(unsubmitted) },
      // A single one has its button in its row.
      isOffered: unsubmitted.length > 1 && cancel.length === 0,
    },
  ];
  return actions.filter(({ isOffered }) => isOffered);
}

type MoreProps = { readonly actions: readonly Action[]; readonly receipts: readonly string[] };

function More({ actions, receipts }: MoreProps) {
  return (
    <Menu {...belowButton} width={290}>
      <Menu.Target>
        <BarButton rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden="true" />}>More</BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {receipts.length > 0 && <ReceiptItems submissionIds={receipts} />}
      </Menu.Dropdown>
    </Menu>
  );
}

function BarButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} variant="subtle" color="gray" size="compact-sm" className={classes.action ?? ''} />;
}
