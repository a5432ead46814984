import '@mantine/spotlight/styles.css';
import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import type { ShortcutName } from '../../../shared/shortcuts.ts';
import { visibleName } from '../../../shared/text.ts';
import { windowApi } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { useWindowStore } from '../../data/window-state.ts';
import { FileName } from '../../ui/FileName.tsx';
import { formatMoment } from '../../ui/format.ts';
import { shortcutKeys, useGivesWay } from '../../ui/shortcuts.ts';
import { openAccountDialog } from '../accounts/index.ts';
import { keyWords, lookUp, matchWords, Reason, readingWords, useOtherAccount } from '../lookup/index.ts';
import { type Command, commands, fits } from './commands.ts';
import classes from './Finder.module.css';
import { arranged, bestOf, isForLookup, isNamed, NOTHING_FITS, PART, useFound, useSelection } from './finder-state.ts';
import { finder, spotlightStore } from './index.ts';

type Place = { readonly id: Parameters<typeof goTo>[0]; readonly label: string; readonly icon: Command['icon'] };

type Props = { readonly screens: readonly Place[] };

export function Finder({ screens }: Props) {
  const [query, setQuery] = useState('');
  const accounts = useWindowStore((state) => state.accounts);
  const activeAccountId = useWindowStore((state) => state.activeAccountId);
  const { setColorScheme } = useMantineColorScheme();
  const found = useFound(query);
  const [list, setList] = useState<HTMLElement | null>(null);
  const { opened } = useSpotlight(spotlightStore);
  const givesWay = useGivesWay(opened, finder.close);

  const all = commands({
    screens,
    accounts,
    activeAccountId,
    setColorScheme,
    addAccount: () => openAccountDialog({ kind: 'add' }, null),
  });
  const fitting = all.filter((command) => fits(command, query));
  const { matches, nearest } = found;
  const { before, after } = arranged(fitting, query, matches.length > 0);
  const asks = matches.length === 0 && isForLookup(query);
  const isNear = fitting.length === 0 && matches.length === 0 && nearest.length > 0 && !asks;
  const reading = found.days === null ? null : readingWords(found.days);
  const entries = [
    ...before.map(({ id }) => id),
    ...matches.map(keyOf),
    ...after.map(({ id }) => id),
    ...(asks ? ['ask'] : []),
    ...(matches.length === 0 ? nearest.map(keyOf) : []),
  ];
  const spoken = useSelection(entries, list, { isNear, reading });
  const typed = found.isStale ? query : null;

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
      // As behind every dialog.
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
        onKeyDown={(event) => {
          // Nothing to be chosen is there yet.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || entries.length > 0 || !found.isStale) return;
          finder.close();
          void openBest(query);
        }}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden="true" />}
      />
      <Spotlight.ActionsList ref={setList}>
        <Commands some={before} typed={typed} />
        {matches.length > 0 && reading !== null && <p className={classes.reading}>{reading}</p>}
        <Submissions label="Submissions" matches={matches} typed={typed} />
        <Commands some={after} typed={typed} />
        {asks && (
          <Spotlight.Action
            onClick={() => void lookUpThere(query)}
            label="Look it up, and ask the service"
            leftSection={<IconSearch size={20} stroke={1.7} aria-hidden="true" />}
          />
        )}
        {matches.length === 0 && reading !== null && <p className={classes.reading}>{reading}</p>}
        {matches.length === 0 && (
          <Submissions label={isNear ? NOTHING_FITS : 'No match. Did you mean'} matches={nearest} typed={typed} />
        )}
        {entries.length === 0 && <Spotlight.Empty>No match. Try fewer letters.</Spotlight.Empty>}
      </Spotlight.ActionsList>
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </Spotlight.Root>
  );
}

type SubmissionsProps = {
  readonly label: string;
  readonly matches: readonly Match[];
  /** What was typed since these were found; null while they are what fits. */
  readonly typed: string | null;
};

function Submissions({ label, matches, typed }: SubmissionsProps) {
  if (matches.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {matches.map((match) => (
        <Found key={keyOf(match)} match={match} typed={typed} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

const keyOf = ({ accountId, submissionId, submission }: Match): string =>
  `${accountId} ${submissionId ?? submission?.id}`;

type CommandProps = {
  readonly some: readonly Command[];
  /** What was typed since the submissions were looked for; null while they are those that fit. */
  readonly typed: string | null;
};

function Commands({ some, typed }: CommandProps) {
  const press = (command: Command) => (event: MouseEvent) => {
    // Enter before it is known which submissions fit: they would have stood first.
    const isEnter = event.detail === 0 && spotlightStore.getState().selected <= 0;
    if (typed !== null && isEnter && !isNamed(command, typed)) void openBest(typed, command.run);
    else command.run();
  };
  const groups = Object.groupBy(some, ({ group }) => group);
  return Object.entries(groups).map(([group, commands = []]) => (
    <Spotlight.ActionsGroup key={group} label={group}>
      {commands.map((command) => {
        const { id, label, description, shortcut, icon: Icon } = command;
        return (
          <Spotlight.Action
            key={id}
            onClick={press(command)}
            label={label}
            {...(description === undefined ? {} : { description })}
            leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
            rightSection={shortcut === undefined ? null : <Keys of={shortcut} />}
          />
        );
      })}
    </Spotlight.ActionsGroup>
  ));
}

/** To be seen and not to be read: what is said of an entry is its text. */
function Keys({ of }: { readonly of: ShortcutName }) {
  return <span className={classes.keys} aria-hidden="true" data-keys={shortcutKeys(of)} />;
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
        <span className={classes.name} {...PART}>
          {submission === null ? <bdi>{submissionId}</bdi> : <FileName name={submission.name} />}
        </span>
        <span className={classes.why} {...PART}>
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

/** Opens what fits best now; `otherwise`: what is done where nothing does. */
async function openBest(query: string, otherwise = (): unknown => lookUpThere(query)): Promise<void> {
  const best = await bestOf(query);
  if (best === null) await otherwise();
  else openMatch(best);
}

async function lookUpThere(query: string): Promise<void> {
  goTo('lookup');
  await lookUp(query);
}
