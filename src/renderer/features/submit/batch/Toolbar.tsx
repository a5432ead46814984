import { Button, type ButtonProps, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconDownload,
  IconListCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlaylistX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ComponentProps, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Group, groups } from '../../../data/window-state.ts';
import { useWindowStore, windowStore } from '../../../data/window-store.ts';
import type { Question } from '../../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../../ui/format.ts';
import { inSight } from '../../../ui/in-sight.ts';
import { SearchField } from '../../../ui/search/SearchField.tsx';
import { ReceiptItems, SaveReceipts, useIsSaving } from '../../receipts/index.ts';
import { act } from '../commands.ts';
import { clearFinished, remove } from '../removing/removing.ts';
import { QueueSettings } from '../settings/QueueSettings.tsx';
import { type Bulk, cancelAllQuestion, removableOf } from './bulk.ts';
import { inWords } from './list-actions.ts';
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
  const { bar, filters, room } = useRoom();
  const isSaving = useIsSaving();
  const { shown, more } = inWords(useActions(bulk, ask, isSaving), room);
  return (
    <div className={classes.room}>
      <div ref={bar} className={classes.bar}>
        <fieldset ref={filters} className={classes.filters} aria-label="Show">
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
          {shown.map((action) => (
            <Shown key={action.label} action={action} />
          ))}
          {/* How far it is stays in sight until it is over. */}
          {isSaving && <Shown action={receipts} />}
          {more.length > 0 && <More actions={more} />}
          <QueueSettings />
        </div>
      </div>
    </div>
  );
}

type Action = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** Null: first it is asked in which shape. */
  readonly run: (() => void) | null;
};

const receipts: Action = { label: 'Save receipts', icon: IconDownload, run: null };

/** What can be done with all of the list now, first what is wanted most. */
function useActions(bulk: Bulk, ask: Props['ask'], isSaving: boolean): readonly Action[] {
  const submissions = useWindowStore((state) => state.submissions);
  const { isAnyClearable, unsubmitted } = useMemo(() => removableOf(submissions), [submissions]);
  const isAnyReceipt = useMemo(
    () => [...submissions.values()].some(({ state }) => 'submissionId' in state),
    [submissions],
  );
  const { pause, resume, cancel } = bulk;
  const all: readonly (Action & { readonly offered: boolean })[] = [
    {
      label: 'Pause all',
      icon: IconPlayerPause,
      offered: bulk.pausable > 0,
      run: () => void act('pause', pause),
    },
    {
      label: 'Resume all',
      icon: IconPlayerPlay,
      offered: bulk.resumable > 0,
      run: () => void act('resume', resume),
    },
    {
      label: 'Cancel all',
      icon: IconX,
      offered: cancel.length > 0,
      run: () =>
        ask(
          cancelAllQuestion(
            bulk,
            (id) => submissions.get(id)?.name ?? null,
            () => void act('cancel', cancel),
          ),
        ),
    },
    {
      label: 'Clear finished',
      icon: IconListCheck,
      offered: isAnyClearable,
      run: () => void clearFinished(),
    },
    {
      label: 'Remove unsubmitted',
      icon: IconPlaylistX,
      // One by itself has its button in its row.
      offered: unsubmitted.length > 1 && cancel.length === 0,
      run: () => void remove(unsubmitted),
    },
    { ...receipts, offered: isAnyReceipt && !isSaving },
  ];
  return all.filter(({ offered }) => offered);
}

function Shown({ action: { label, run } }: { readonly action: Action }) {
  if (run !== null) return <BarButton onClick={run}>{label}</BarButton>;
  return (
    <SaveReceipts submissionIds={receiptIds}>
      <BarButton>{label}</BarButton>
    </SaveReceipts>
  );
}

/** What finds no room in the bar, in words all the same. */
function More({ actions }: { readonly actions: readonly Action[] }) {
  return (
    <Menu position="bottom-end" middlewares={inSight} shadow="lg" radius="lg">
      <Menu.Target>
        <BarButton rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden="true" />}>More</BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, run }) =>
          run === null ? (
            <ReceiptItems key={label} submissionIds={receiptIds} />
          ) : (
            <Menu.Item key={label} leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />} onClick={run}>
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function BarButton(props: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps>) {
  return <Button {...props} variant="subtle" color="gray" size="compact-sm" className={classes.action ?? ''} />;
}

/** How much room there is beside the filters, in pixels, before the toolbar is seen for the first time. */
function useRoom() {
  const bar = useRef<HTMLDivElement>(null);
  const filters = useRef<HTMLFieldSetElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const { current: whole } = bar;
    const { current: taken } = filters;
    if (whole === null || taken === null) return;
    const measure = (): void => setRoom(whole.clientWidth - taken.offsetWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    // Its numbers grow.
    observer.observe(taken);
    return () => observer.disconnect();
  }, []);
  return { bar, filters, room };
}

/** Of all files of the list that have one, whatever became of them since. */
function receiptIds(): readonly string[] {
  const { submissions, lists } = windowStore.getState();
  const states = lists.all.flatMap((id) => submissions.get(id)?.state ?? []);
  return [...new Set(states.flatMap((state) => ('submissionId' in state ? [state.submissionId] : [])))];
}
