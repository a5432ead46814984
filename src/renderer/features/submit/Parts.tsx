import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { partOfName } from '../../../shared/messages/submissions.ts';
import type { Part, PartsProgress } from '../../../shared/submissions/parts.ts';
import { ask } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { useRefetchOn } from '../../data/queries.ts';
import { formatCount } from '../../ui/format.ts';
import type { Decision } from './choices.ts';
import { sendAgain } from './commands.ts';
import { partFacts, partTitle, whyInParts } from './detail-words.ts';
import classes from './Parts.module.css';
import { DecisionButtons, ReceiptSlip, StateCell } from './StateCell.tsx';

/** The number of parts shown at first, and added with each press of the button. */
const PAGE = 50;

/** The unsettled submission, or part of one, that the user has found with the service. */
export type Settling = { readonly id: number; readonly name: string };

type Props = {
  readonly submission: Submission;
  readonly parts: PartsProgress;
  readonly onSettle: (settling: Settling) => void;
};

/** Lists the parts of a row with their receipts: the failed and unsettled ones, or all if there are none. */
export function Parts({ submission, parts, onSettle }: Props) {
  const { id, accountId, content, name } = submission;
  const status = parts.trouble?.status;
  const which = status === 'rejected' || status === 'notKnown' ? 'troubled' : 'all';
  const { data, error, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery({
    queryKey: ['submissions.parts', accountId, id, which],
    queryFn: ({ pageParam }) => ask('submissions.parts', { id, which, offset: pageParam, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) => (last.length < PAGE ? null : offset + PAGE),
  });
  useRefetchOn(submission, refetch);
  const shown = data?.pages.flat() ?? [];

  const onDecision = (decision: Decision, part: Part): void => {
    if (decision === 'add-token') goTo('accounts');
    else if (decision === 'went-through') {
      onSettle({ id: part.id, name: partOfName(part, parts.total, name, formatCount) });
    } else if (decision === 'did-not') void sendAgain([part.id]);
  };

  return (
    <section aria-label="Parts">
      <h3 className={classes.head}>{which === 'all' ? 'Parts' : 'Parts that failed or are uncertain'}</h3>
      <p className={classes.why}>{whyInParts(parts, content)}</p>
      {error !== null && <p role="alert">{error.message}</p>}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label="Parts">
          {shown.map((part) => (
            <li key={part.id} className={classes.part} data-state={part.state.kind}>
              <PartFacts part={part} onDecision={onDecision} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button fullWidth variant="default" onClick={() => void fetchNextPage()}>
          Show more parts
        </Button>
      )}
    </section>
  );
}

type PartProps = {
  readonly part: Part;
  readonly onDecision: (decision: Decision, part: Part) => void;
};

function PartFacts({ part, onDecision }: PartProps) {
  const { id, state, size, submissionId } = part;
  const title = partTitle(part);
  const shown = { id, name: title, state, size, parts: null };
  return (
    <>
      <div className={classes.title}>
        <strong>{title}</strong>
        {submissionId !== null && <ReceiptSlip submissionId={submissionId} tabIndex={0} />}
      </div>
      <StateCell submission={shown} isPart />
      <DecisionButtons
        submission={shown}
        place="details"
        tabIndex={0}
        onDecision={(decision) => onDecision(decision, part)}
      />
      <p className={classes.facts}>{partFacts(part).join(' · ')}</p>
    </>
  );
}
