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
import { type Group, groups, useWindowStore, windowStore } from '../../data/window-state.ts';
import { Announcer } from '../../ui/Announcer.tsx';
import { formatCount } from '../../ui/format.ts';
import { inSight } from '../../ui/now.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { ReceiptItems, SaveReceipts, useIsSaving } from '../receipts/index.ts';
import { type ActionCounts, actionLabels, askedToCancel, type Bulk, inWords, receiptsOf, removableOf } from './bulk.ts';
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

/** Typing goes before being told. */
const FOUND_SPOKEN_EVERY_MS = 1_000;

type Props = {
  readonly group: Group;
  readonly bulk: Bulk;
  /** What a search has found, which the actions are about then; null while there is none. */
  readonly found: Found | null;
  readonly query: string;
  readonly onGroup: (group: Group) => void;
  readonly onQuery: (query: string) => void;
  readonly onCancel: (asked: ReadonlySet<number>) => void;
};

export function Toolbar({ group, bulk, found, query, onGroup, onQuery, onCancel }: Props) {
  const lists = useWindowStore((state) => state.lists);
  const { bar, filters, room } = useRoom();
  const isSaving = useIsSaving();
  const { shown, more } = inWords(useActions({ bulk, found, onCancel }, isSaving), room);
  const foundText = found === null ? '' : foundWords(found);
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
            <Shown key={action.id} action={action} />
          ))}
          {/* How far it is stays in sight until it is over. */}
          {isSaving && (
            <SaveReceipts submissionIds={() => []}>
              <BarButton>Save receipts</BarButton>
            </SaveReceipts>
          )}
          {more.length > 0 && <More actions={more} />}
          <QueueSettings />
        </div>
      </div>
      {foundText !== '' && <p className={classes.found}>{foundText}</p>}
      <Announcer text={foundText} everyMs={FOUND_SPOKEN_EVERY_MS} urgent={false} />
    </div>
  );
}

type Action = {
  readonly id: keyof ActionCounts;
  readonly label: string;
  readonly icon: TablerIcon;
  /** As receipts are saved it is first asked in which shape: it is about these. */
  readonly run: (() => void) | { readonly receipts: () => readonly string[] };
};

/** What can be done now, first what is wanted most. */
function useActions({ bulk, found, onCancel }: Pick<Props, 'bulk' | 'found' | 'onCancel'>, isSaving: boolean) {
  const submissions = useWindowStore((state) => state.submissions);
  const all = useWindowStore((state) => state.lists.all);
  const ids = found?.ids ?? all;
  const { clearable, unsubmitted } = useMemo(() => removableOf(submissions, ids), [submissions, ids]);
  const save = useMemo(() => receiptsOf(submissions, ids).length, [submissions, ids]);
  const { pause, resume, cancel, pausable, resumable } = bulk;
  const counts: ActionCounts = {
    ...{ pause: pausable, resume: resumable, cancel: cancel.length },
    ...{ clear: clearable.length, remove: unsubmitted.length, save },
  };
  const labels = actionLabels(counts, found !== null);
  // Main has the whole list; of what was found only the window knows.
  const clear = (): Promise<void> => (found === null ? clearFinished() : remove(clearable));
  const receipts = (): readonly string[] => {
    const { submissions: now, lists } = windowStore.getState();
    return receiptsOf(now, found?.ids ?? lists.all);
  };
  const offered: { readonly [Id in Action['id']]: boolean } = {
    pause: counts.pause > 0,
    resume: counts.resume > 0,
    cancel: counts.cancel > 0,
    clear: counts.clear > 0,
    // One by itself has its button in its row.
    remove: counts.remove > 1 && counts.cancel === 0,
    save: counts.save > 0 && !isSaving,
  };
  const actions: readonly Omit<Action, 'label'>[] = [
    { id: 'pause', icon: IconPlayerPause, run: () => void act('pause', pause) },
    { id: 'resume', icon: IconPlayerPlay, run: () => void act('resume', resume) },
    { id: 'cancel', icon: IconX, run: () => onCancel(askedToCancel(bulk)) },
    { id: 'clear', icon: IconListCheck, run: () => void clear() },
    { id: 'remove', icon: IconPlaylistX, run: () => void remove(unsubmitted) },
    { id: 'save', icon: IconDownload, run: { receipts } },
  ];
  return actions.filter(({ id }) => offered[id]).map((action): Action => ({ ...action, label: labels[action.id] }));
}

function Shown({ action: { label, run } }: { readonly action: Action }) {
  if (typeof run === 'function') return <BarButton onClick={run}>{label}</BarButton>;
  return (
    <SaveReceipts submissionIds={run.receipts}>
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
        {actions.map(({ id, label, icon: Icon, run }) =>
          typeof run === 'function' ? (
            <Menu.Item key={id} leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />} onClick={run}>
              {label}
            </Menu.Item>
          ) : (
            <ReceiptItems key={id} submissionIds={run.receipts} />
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
