import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Attempt } from '../../../shared/bridge/submissions.ts';
import { type ReplySubject, replyText, timeLineWords } from '../../../shared/messages/time-line.ts';
import { type TimeLineEntry, type TimeLineFacts, timeLine } from '../../../shared/submissions/time-line.ts';
import { dateFormat, ticketTime } from '../../../shared/time.ts';
import { callQuery } from '../../data/queries.ts';
import { formatMoment, separators } from '../../ui/format.ts';
import { useRetrievals } from '../retrieval/index.ts';
import classes from './TimeLine.module.css';

type StoredFacts = Omit<TimeLineFacts, 'network' | 'downloads'>;

/** The entries about a submission, with its downloads and its last check on the network. */
export function useTimeLine(accountId: string, submissionId: string | null, facts: StoredFacts) {
  const { data: network = null } = useQuery({
    ...callQuery('network.held', accountId, { accountId, submissionId: submissionId ?? '' }),
    enabled: submissionId !== null,
  });
  const retrievals = useRetrievals(({ byId }) => byId);
  const downloads = [...retrievals.values()].flatMap((one) =>
    one.accountId === accountId && one.submissionId === submissionId && one.state.kind === 'saved' ? [one.state] : [],
  );
  return timeLine({ ...facts, network, downloads });
}

export function TimeLine({ entries }: { readonly entries: readonly TimeLineEntry[] }) {
  const titleId = useId();
  return (
    <section>
      <h3 id={titleId} className={classes.title}>
        What happened to it
      </h3>
      <ol aria-labelledby={titleId} className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entryKey(entry)} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

/** The reply, with times in UTC and local time. */
export function replyAbout(subject: ReplySubject, entries: readonly TimeLineEntry[]): string {
  return replyText(subject, entries, { when: ticketTime, separators: separators() });
}

function Entry({ entry }: { readonly entry: TimeLineEntry }) {
  const { title, text } = timeLineWords(entry, { when: formatMoment, separators: separators() });
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <strong>{title}</strong>
      {entry.at !== null && (
        <time dateTime={entry.at} className={classes.soft}>
          {entry.kind === 'attempt' ? spanOf(entry.attempt) : formatMoment(entry.at)}
        </time>
      )}
      {text !== '' && <p className={`${classes.soft} ${classes.text}`}>{text}</p>}
    </li>
  );
}

function spanOf({ startedAt, endedAt }: Attempt): string {
  const [start, end] = [Date.parse(startedAt), Date.parse(endedAt ?? startedAt)];
  if (!(end > start)) return formatMoment(startedAt);
  return dateFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).formatRange(start, end);
}

const entryKey = (entry: TimeLineEntry): string =>
  entry.kind === 'attempt' ? `attempt ${entry.attempt.number}` : `${entry.kind} ${entry.at}`;
