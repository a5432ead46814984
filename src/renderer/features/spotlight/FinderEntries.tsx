import { Spotlight } from '@mantine/spotlight';
import type { MouseEvent } from 'react';
import type { Match } from '../../../shared/bridge/lookup.ts';
import type { ShortcutName } from '../../../shared/shortcuts.ts';
import { visibleName } from '../../../shared/text.ts';
import { goTo } from '../../data/navigation.ts';
import { FileName } from '../../ui/files/FileName.tsx';
import { formatMoment } from '../../ui/format.ts';
import { shortcutKeys } from '../../ui/shortcuts/keys.ts';
import { keyWords, lookUp, matchWords, Reason, useOtherAccount } from '../lookup/index.ts';
import type { Command } from './commands.ts';
import classes from './Finder.module.css';
import { isNamed } from './finder-order.ts';
import { bestOf, PART } from './finder-state.ts';
import { spotlightStore } from './finder-store.ts';

type CommandProps = {
  readonly some: readonly Command[];
  /** What was typed since the submissions were looked for; null while they are those that fit. */
  readonly typed: string | null;
};

export function Commands({ some, typed }: CommandProps) {
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

export function Found({ match, typed }: FoundProps) {
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
export async function openBest(query: string, otherwise = (): unknown => lookUpThere(query)): Promise<void> {
  const best = await bestOf(query);
  if (best === null) await otherwise();
  else openMatch(best);
}

export async function lookUpThere(query: string): Promise<void> {
  goTo('lookup');
  await lookUp(query);
}
