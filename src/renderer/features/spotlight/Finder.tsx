import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import type { ShortcutName } from '../../../shared/shortcuts.ts';
import { visibleName } from '../../../shared/text.ts';
import { goTo } from '../../data/navigation.ts';
import { windowApi } from '../../data/window-api.ts';
import { useWindowStore } from '../../data/window-store.ts';
import { FileName } from '../../ui/files/FileName.tsx';
import { formatMoment } from '../../ui/format.ts';
import { useGivesWay } from '../../ui/shortcuts/gives-way.ts';
import { shortcutKeys } from '../../ui/shortcuts/keys.ts';
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts';
import { openAccountDialog } from '../accounts/index.ts';
import { keyWords, lookUp, matchWords, Reason, readingWords, useOtherAccount } from '../lookup/index.ts';
import { type Command, commands, fits } from './commands.ts';
import classes from './Finder.module.css';
import { bestOf, finder, isForLookup, spotlightStore, useFound, useSelection } from './finder-state.ts';
import { NOTHING_FITS } from './finder-words.ts';

type Place = { readonly id: Parameters<typeof goTo>[0]; readonly label: string; readonly icon: Command['icon'] };

type Props = { readonly screens: readonly Place[] };

/** Ctrl or Cmd with K, on every screen: screens, accounts, submissions and actions by typing. */
export function Finder({ screens }: Props) {
  const [query, setQuery] = useState('');
  const accounts = useWindowStore((state) => state.accounts);
  const activeAccountId = useWindowStore((state) => state.activeAccountId);
  const { setColorScheme } = useMantineColorScheme();
  const found = useFound(query);
  const [list, setList] = useState<HTMLElement | null>(null);
  const { opened } = useSpotlight(spotlightStore);
  const givesWay = useGivesWay(opened, finder.close);
  useShortcut('find', finder.open);

  const all = commands({
    screens,
    accounts,
    activeAccountId,
    setColorScheme,
    addAccount: () => openAccountDialog({ kind: 'add' }, null),
  });
  const fitting = all.filter((command) => fits(command, query));
  const offered = found.matches.length > 0 ? found.matches : found.nearest;
  const asks = found.matches.length === 0 && isForLookup(query);
  const count = fitting.length + offered.length + (asks ? 1 : 0);
  const isNear = fitting.length === 0 && found.matches.length === 0 && found.nearest.length > 0 && !asks;
  const reading = found.days === null ? null : readingWords(found.days);
  const spoken = useSelection(count, list, { isNear, reading });
  const groups = Object.groupBy(fitting, ({ group }) => group);

  return (
    <Spotlight.Root
      {...givesWay}
      store={spotlightStore}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => void windowApi().call('lookup.prepare', {})}
      // Heard as all others are: it does not open over a dialog that waits for an answer.
      shortcut={null}
      // Gone at once: the next key is for what is behind it.
      transitionProps={{ transition: 'pop', duration: 200, exitDuration: 0 }}
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
        onKeyDown={(event) => {
          // Nothing to be chosen is there yet.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || count > 0 || !found.isStale) return;
          finder.close();
          void openBest(query);
        }}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      />
      <Spotlight.ActionsList ref={setList}>
        {Object.entries(groups).map(([group, some = []]) => (
          <Spotlight.ActionsGroup key={group} label={group}>
            {some.map(({ id, label, description, shortcut, icon: Icon, run }) => (
              <Spotlight.Action
                key={id}
                onClick={run}
                label={label}
                {...(description === undefined ? {} : { description })}
                leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
                rightSection={shortcut === undefined ? null : <Keys of={shortcut} />}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {asks && (
          <Spotlight.Action
            onClick={() => void lookUpThere(query)}
            label="Look it up, and ask the service"
            leftSection={<IconSearch size={20} stroke={1.7} aria-hidden="true" />}
          />
        )}
        {reading !== null && <p className={classes.reading}>{reading}</p>}
        {offered.length > 0 && (
          <Spotlight.ActionsGroup
            label={
              found.matches.length > 0 ? 'Submissions' : isNear ? NOTHING_FITS : 'No submission fits. Did you mean'
            }
          >
            {offered.map((match) => (
              <Found
                key={`${match.accountId} ${match.submissionId ?? match.submission?.id}`}
                match={match}
                typed={found.isStale ? query : null}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {count === 0 && <Spotlight.Empty>Nothing fits. Try fewer letters.</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </Spotlight.Root>
  );
}

type FoundProps = {
  readonly match: Match;
  /** What was typed since this was found; null while it is what fits. */
  readonly typed: string | null;
};

function Found({ match, typed }: FoundProps) {
  const { submissionId, submission, why } = match;
  const account = useOtherAccount(match.accountId);
  const open = (event: MouseEvent): void => {
    // Enter means what is typed, and not what was found for something else; a click means what it hits.
    if (typed !== null && event.detail === 0) void openBest(typed);
    else openMatch(match);
  };
  return (
    <Spotlight.Action onClick={open}>
      <span className={classes.match}>
        <span className={classes.name}>
          {submission === null ? <bdi>{submissionId}</bdi> : <FileName name={submission.name} />}
        </span>
        <span className={classes.why}>
          {why.key === 'date' || why.key === 'name' ? (
            match.at !== null && formatMoment(match.at)
          ) : (
            <>
              {keyWords[why.key]}: <Reason why={why} />
            </>
          )}
          {' · '}
          {matchWords(match).text}
          {account !== null && (
            <>
              {' · '}
              <bdi>{visibleName(account)}</bdi>
            </>
          )}
        </span>
      </span>
    </Spotlight.Action>
  );
}

function openMatch({ submissionId, accountId }: Match): void {
  if (submissionId !== null) goTo('lookup', { kind: 'submission', submissionId, accountId });
  else goTo('submit');
}

async function openBest(query: string): Promise<void> {
  const best = await bestOf(query);
  if (best === null) await lookUpThere(query);
  else openMatch(best);
}

async function lookUpThere(query: string): Promise<void> {
  goTo('lookup');
  await lookUp(query);
}

/** To be seen and not to be read: what is said of an entry is its text. */
function Keys({ of }: { readonly of: ShortcutName }) {
  return <span className={classes.keys} aria-hidden="true" data-keys={shortcutKeys(of)} />;
}
