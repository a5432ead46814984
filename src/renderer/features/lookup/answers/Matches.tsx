import { Button } from '@mantine/core';
import type { Match, MatchReason } from '../../../../shared/bridge/lookup.ts';
import { visibleName } from '../../../../shared/text.ts';
import { useWindowStore } from '../../../data/window-store.ts';
import { FileName } from '../../../ui/files/FileName.tsx';
import { recordTarget } from '../../../ui/files/record-target.ts';
import { formatSize } from '../../../ui/format.ts';
import { showSubmission, startOver } from '../commands.ts';
import type { MatchesView } from '../lookup-state.ts';
import { formatWhen, keyWords, matchesTitle, matchWords } from '../lookup-words.ts';
import classes from './Matches.module.css';
import { StateMark, Verdict } from './Verdict.tsx';

type Props = { readonly view: MatchesView };

/** Several submissions to choose from, each with why it was found; or none, and what to try. */
export function Matches({ view }: Props) {
  const { answer, file, text } = view;
  const title = matchesTitle(answer, file, text);
  if (answer.matches.length === 0) {
    const tried =
      file === null
        ? 'Only submissions that this computer keeps can be found by this. The service can be asked for a whole submission id: ask the sender for it.'
        : `None of its digests is that of a submission kept here (${formatSize(file.size)} read). It may have been changed since, or submitted elsewhere: ask the sender for the submission id.`;
    return (
      <Verdict words={{ tone: 'quiet', title, text: tried }}>
        <Button variant="default" onClick={startOver}>
          Look up something else
        </Button>
      </Verdict>
    );
  }
  return (
    <section className={classes.matches} aria-labelledby="matches-title">
      <h2 id="matches-title">{title}</h2>
      {answer.more && <p className={classes.note}>These are the latest. Type more to find the others.</p>}
      <ul className={classes.list}>
        {answer.matches.map((match) => (
          <li key={`${match.accountId} ${match.submissionId ?? match.submission?.id}`}>
            <Choice match={match} view={view} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Choice({ match, view }: { readonly match: Match; readonly view: MatchesView }) {
  const account = useWindowStore(({ accounts, activeAccountId }) =>
    match.accountId === activeAccountId ? null : accounts.find(({ id }) => id === match.accountId),
  );
  const { submissionId, submission, why } = match;
  const words = matchWords(match);
  const contents = (
    <>
      <span className={classes.name}>
        {submission === null ? (
          <bdi className={classes.code}>{visibleName(submissionId ?? '')}</bdi>
        ) : (
          <FileName name={submission.name} />
        )}
      </span>
      <span className={classes.state}>
        <StateMark tone={words.tone} text={words.text} />
      </span>
      <span className={classes.why}>
        {keyWords[why.key]}: <Reason why={why} />
      </span>
      <span className={classes.when}>
        {match.at !== null && why.key !== 'date' && formatWhen(match.at)}
        {account != null && (
          <>
            {' · '}
            <bdi>{account.name}</bdi>
          </>
        )}
      </span>
    </>
  );
  if (submissionId === null) return <div className={classes.choice}>{contents}</div>;
  return (
    <button
      type="button"
      className={classes.choice}
      {...recordTarget({ submissionId, name: submission?.name ?? null })}
      onClick={() => void showSubmission(submissionId, match.accountId, view, null)}
    >
      {contents}
    </button>
  );
}

type ReasonProps = { readonly why: MatchReason };

/** The value by which something was found, the part that matched marked in it. */
export function Reason({ why }: ReasonProps) {
  const { key, value, from, until } = why;
  if (key === 'date') return <>{formatWhen(value)}</>;
  const isCode = key !== 'name';
  return (
    <bdi className={isCode ? classes.reasonCode : undefined}>
      {visibleName(value.slice(0, from))}
      <mark className={classes.mark}>{visibleName(value.slice(from, until))}</mark>
      {visibleName(value.slice(until))}
    </bdi>
  );
}
