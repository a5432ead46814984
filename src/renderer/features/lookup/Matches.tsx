import { Button } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Match, MatchReason } from '../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../shared/text.ts';
import { FileName } from '../../ui/FileName.tsx';
import { formatSize } from '../../ui/format.ts';
import { StateMark, Verdict } from '../../ui/Verdict.tsx';
import { openMatch, startOver } from './commands.ts';
import { type MatchesView, useOtherAccount } from './lookup-state.ts';
import { emptyText, fileNamed, formatWhen, keyWords, matchesTitle, matchWords, readingWords } from './lookup-words.ts';
import classes from './Matches.module.css';

type Props = { readonly view: MatchesView };

export function Matches({ view }: Props) {
  const { answer, file, text } = view;
  const title = matchesTitle(answer, file, text);
  if (answer.matches.length === 0) {
    return (
      <div className={classes.matches}>
        <Verdict words={{ tone: 'quiet', title, text: emptyText(view) }}>
          <DaysNote view={view} />
          {!view.isTyped && (
            <Button variant="default" onClick={startOver}>
              Look up something else
            </Button>
          )}
        </Verdict>
      </div>
    );
  }
  return (
    <section className={classes.matches} aria-labelledby="matches-title">
      <h2 id="matches-title">{title}</h2>
      <div className={classes.notes}>
        <DaysNote view={view} />
        {view.isTyped && <p className={classes.note}>{typedNote(answer.matches.length)}</p>}
        {answer.more && <p className={classes.note}>These are the best matches. Type more to find others.</p>}
      </div>
      <Choices matches={answer.matches} view={view} />
    </section>
  );
}

/** States that only this computer was searched, and how to ask the service. */
const typedNote = (count: number): string =>
  count === 1
    ? 'Found on this computer. Enter opens it and asks the service.'
    : 'Found on this computer. The service is asked about the one that you open.';

function DaysNote({ view: { days } }: Props) {
  return days === null ? null : <p className={classes.note}>{readingWords(days)}.</p>;
}

function Choices({ matches, view }: Props & { readonly matches: readonly Match[] }) {
  return (
    <ul className={classes.list} data-matches>
      {matches.map((match) => (
        <li key={`${match.accountId} ${match.submissionId ?? match.submission?.id}`}>
          <Choice match={match} view={view} />
        </li>
      ))}
    </ul>
  );
}

/** Moves from one match to the next. The box is above the first. */
function moveWithArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...(event.currentTarget.closest('[data-matches]')?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(event.currentTarget);
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  const to = next < 0 ? document.querySelector<HTMLElement>('main [data-list-search]') : buttons[next];
  event.preventDefault();
  to?.focus();
}

function Choice({ match, view }: { readonly match: Match; readonly view: MatchesView }) {
  const account = useOtherAccount(match.accountId);
  const { submissionId, submission, why } = match;
  const words = matchWords(match);
  // The name itself shows the matching part.
  const isNamed = why.key === 'name';
  const contents = (
    <>
      <span className={classes.name}>
        <MatchName match={match} />
      </span>
      <span className={classes.state}>
        <StateMark tone={words.tone} text={words.text} />
      </span>
      <span className={classes.why}>
        {isNamed ? (
          submission?.size != null && formatSize(submission.size)
        ) : (
          <>
            {keyWords[why.key]}: <Reason why={why} />
          </>
        )}
      </span>
      <span className={classes.when}>
        {match.at !== null && why.key !== 'date' && formatWhen(match.at)}
        {account !== null && (
          <>
            {' · '}
            <bdi>{visibleName(account)}</bdi>
          </>
        )}
      </span>
    </>
  );
  if (submissionId === null) return <div className={classes.choice}>{contents}</div>;
  return (
    <button type="button" className={classes.choice} onClick={() => openMatch(match, view)} onKeyDown={moveWithArrows}>
      {contents}
    </button>
  );
}

function MatchName({ match }: { readonly match: Match }) {
  const name = fileNamed(match);
  return name === null ? (
    <bdi className={classes.code}>{visibleName(match.submissionId ?? '')}</bdi>
  ) : (
    <FileName name={name} />
  );
}

function Reason({ why: { key, value } }: { readonly why: MatchReason }) {
  return key === 'date' ? formatWhen(value) : <bdi className={classes.code}>{visibleName(value)}</bdi>;
}
