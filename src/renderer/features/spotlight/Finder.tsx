import '@mantine/spotlight/styles.css';
import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useLayoutEffect, useState } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../shared/text.ts';
import { ask, windowApi } from '../../data/calls.ts';
import { goTo, type ScreenId } from '../../data/navigation.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { finderStore } from '../../ui/dialogs.ts';
import { FileName } from '../../ui/FileName.tsx';
import { formatMoment } from '../../ui/format.ts';
import { shortcutKeys } from '../../ui/shortcuts.ts';
import {
  lookUp,
  matchWords,
  readLookupText,
  SHORTEST_TYPED,
  TYPING_PAUSE_MS,
  useOtherAccount,
} from '../lookup/index.ts';
import { type Command, commands, fits } from './commands.ts';
import classes from './Finder.module.css';

/** The maximum number of matches here. The look-up screen has all of them. */
const SHOWN = 8;

type Props = {
  readonly screens: readonly { readonly id: ScreenId; readonly label: string; readonly icon: Command['icon'] }[];
};

export function Finder({ screens }: Props) {
  const [query, setQuery] = useState('');
  const [list, setList] = useState<HTMLElement | null>(null);
  const accounts = useWindowStore((state) => state.accounts);
  const activeAccountId = useWindowStore((state) => state.activeAccountId);
  const { setColorScheme } = useMantineColorScheme();
  const { matches, isStale } = useMatches(query);
  const fitting = commands({ screens, accounts, activeAccountId, setColorScheme }).filter((one) => fits(one, query));
  // Another account would pay for what follows, so Enter alone never switches accounts.
  const switches = fitting.filter(({ group }) => group === 'Accounts');
  const others = fitting.filter(({ group }) => group !== 'Accounts');
  const spoken = useSelection(list, [...fitting.map(({ id }) => id), ...matches.map(keyOf)].join('\n'));

  const openMatch = (match: Match, event: MouseEvent): void => {
    // Enter applies to the typed query, not to matches of an earlier one. A click applies to its target.
    if (isStale && event.detail === 0) void lookUpThere(query);
    else if (match.submissionId === null) goTo('submit');
    else goTo('lookup', { kind: 'submission', submissionId: match.submissionId, accountId: match.accountId });
  };

  return (
    <Spotlight.Root
      data-passive
      store={finderStore}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => void windowApi().call('lookup.prepare', {})}
      // The shortcut is handled with all others, so that the finder does not open over a dialog.
      shortcut={null}
      // No exit animation: the next key belongs to the page behind the dialog.
      transitionProps={{ transition: 'pop', duration: 200, exitDuration: 0 }}
      // Matches the overlay of dialogs.
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      scrollable
      maxHeight="min(32rem, 70vh)"
      lockScroll={false}
      centered={false}
      classNames={{
        action: classes.action,
        actionDescription: classes.description,
        actionsList: classes.list,
        content: classes.content,
      }}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': 'Find screens, accounts, submissions and actions' } }}
    >
      <Spotlight.Search
        aria-label="Find"
        placeholder="Screens, accounts, submissions, actions"
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      />
      <Spotlight.ActionsList ref={setList}>
        <Commands some={others} />
        {matches.length > 0 && (
          <Spotlight.ActionsGroup label="Submissions">
            {matches.map((match) => (
              <Found key={keyOf(match)} match={match} onOpen={openMatch} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {query.trim() !== '' && (
          <Spotlight.Action
            onClick={() => void lookUpThere(query)}
            label="Look it up"
            leftSection={<IconSearch size={20} stroke={1.7} aria-hidden="true" />}
          />
        )}
        <Commands some={switches} />
      </Spotlight.ActionsList>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </Spotlight.Root>
  );
}

/** The submissions on this computer that match the query. While the user types, the matches of the last query stay. */
function useMatches(query: string): { readonly matches: readonly Match[]; readonly isStale: boolean } {
  const [sought] = useDebouncedValue(query, TYPING_PAUSE_MS);
  const read = sought.trim().length < SHORTEST_TYPED ? null : readLookupText(sought, navigator.language, Date.now());
  const keys = read?.kind === 'one' ? read.keys : null;
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['lookup.search', null, sought],
    queryFn: () => (keys === null ? null : ask('lookup.search', keys)),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return { matches: data?.matches.slice(0, SHOWN) ?? [], isStale: isPlaceholderData || sought !== query };
}

/**
 * Keeps the first entry selected until the user moves on, so that Enter applies to the visible selection. Returns the
 * screen reader text of the selected entry. `order` changes with the entries.
 */
function useSelection(list: HTMLElement | null, order: string): string {
  const { opened, selected, query } = useSpotlight(finderStore);
  const [spoken, setSpoken] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are read from the page, which `order` and `query` change.
  useLayoutEffect(() => {
    if (!opened || list === null) return setSpoken('');
    if (selected <= 0) {
      list.querySelector('[data-selected]')?.removeAttribute('data-selected');
      list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
      if (selected < 0) finderStore.updateState((state) => ({ ...state, selected: 0 }));
    }
    const entries = list.querySelectorAll('[data-action]').length;
    const words =
      list
        .querySelector<HTMLElement>('[data-selected]')
        ?.innerText.trim()
        .replace(/\s*\n\s*/g, ', ') ?? '';
    setSpoken(`${words}, ${entries === 1 ? 'one entry' : `${entries} entries`}.`);
  }, [opened, list, selected, order, query]);
  return spoken;
}

const keyOf = ({ accountId, submissionId, submission }: Match): string =>
  `${accountId} ${submissionId ?? submission?.id}`;

function Commands({ some }: { readonly some: readonly Command[] }) {
  const groups = Object.groupBy(some, ({ group }) => group);
  return Object.entries(groups).map(([group, commands = []]) => (
    <Spotlight.ActionsGroup key={group} label={group}>
      {commands.map(({ id, label, description, shortcut, icon: Icon, run }) => (
        <Spotlight.Action
          key={id}
          onClick={run}
          label={label}
          {...(description === undefined ? {} : { description })}
          leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
          // Visible only: screen readers skip it.
          rightSection={
            shortcut === undefined ? null : (
              <span className={classes.keys} aria-hidden="true" data-keys={shortcutKeys(shortcut)} />
            )
          }
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}

type FoundProps = { readonly match: Match; readonly onOpen: (match: Match, event: MouseEvent) => void };

function Found({ match, onOpen }: FoundProps) {
  const { at, submissionId, submission } = match;
  const account = useOtherAccount(match.accountId);
  const facts = [at === null ? null : formatMoment(at), matchWords(match).text, account && visibleName(account)];
  return (
    <Spotlight.Action onClick={(event: MouseEvent) => onOpen(match, event)}>
      <span className={classes.match}>
        <span className={classes.name}>
          {submission === null ? <bdi>{submissionId}</bdi> : <FileName name={submission.name} />}
        </span>
        <span className={classes.why}>
          <bdi>{facts.filter((fact) => fact !== null).join(' · ')}</bdi>
        </span>
      </span>
    </Spotlight.Action>
  );
}

async function lookUpThere(query: string): Promise<void> {
  goTo('lookup');
  await lookUp(query);
}
