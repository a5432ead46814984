import { Button, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import { partOfName } from '../../../shared/messages/submissions.ts';
import type { Part, PartsProgress } from '../../../shared/submissions/parts.ts';
import { goTo } from '../../data/navigation.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { formatCount } from '../../ui/format.ts';
import type { Decision } from './choices.ts';
import { sendAgain } from './commands.ts';
import { manifestSentence, partFacts, partTitle, stillToCome, whyInParts } from './detail-words.ts';
import classes from './Parts.module.css';
import { DecisionButtons, ReceiptSlip, StateCell } from './StateCell.tsx';

/** Rows that are asked for at once. */
const PAGE = 100;
/** Many parts change in a second while they are sent. */
const AGAIN_MS = 400;

/** The unsettled submission, or part of one, that a person has found with the service. */
export type Settling = { readonly id: number; readonly name: string };

type WhichParts = 'all' | 'troubled';

type Seen = {
  readonly which: WhichParts /** Indexes from 0, of those in sight. */;
  readonly first: number;
  readonly last: number;
};

type ShownParts = {
  /** How many have been made, and how many of these failed or are in doubt; null before the first answer. */
  readonly made: number | null;
  readonly troubled: number;
  /** Null while it is asked for. */
  readonly partAt: (index: number) => Part | null;
  readonly error: string | null;
};

/** The parts of a row, page by page as they come into sight; asked for again while they change. */
function useParts(submission: Submission, { which, first, last }: Seen): ShownParts {
  const { id, accountId } = submission;
  const page = (index: number) =>
    callQuery('submissions.parts', accountId, { id, which, offset: index * PAGE, limit: PAGE });
  const from = Math.floor(first / PAGE);
  const pages = Array.from({ length: Math.floor(last / PAGE) - from + 1 }, (_, index) => from + index);
  const begin = useQuery({ ...callQuery('submissions.parts', accountId, { id, which: 'all', offset: 0, limit: 1 }) });
  const answers = useQueries({ queries: pages.map(page) });
  useAskedAgain(submission);
  return {
    made: begin.data?.made ?? null,
    troubled: begin.data?.troubled ?? 0,
    partAt: (index) => answers[Math.floor(index / PAGE) - from]?.data?.parts[index % PAGE] ?? null,
    error: begin.error?.message ?? null,
  };
}

/** The old parts stay until the new answers are here. */
function useAskedAgain(submission: Submission): void {
  const { accountId } = submission;
  const asked = useRef(submission);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (asked.current === submission) return;
    asked.current = submission;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queryClient.invalidateQueries({ queryKey: ['submissions.parts', accountId] });
    }, AGAIN_MS);
  }, [submission, accountId]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
}

/** Pixels of a part without questions in it. */
const ROW_ESTIMATE = 76;
/** So many rows are as high as a page can be; those before and behind have pages of their own. */
const MOST_ROWS = 200_000;
/** From so many on nobody scrolls to the one that they look for. */
const MANY = 200;

const scrollable = { tabIndex: 0 } as const;

type Props = {
  readonly submission: Submission;
  readonly parts: PartsProgress;
  readonly onSettle: (settling: Settling) => void;
};

/** What a row goes in: why, and each part with its receipt. Only those in sight exist. */
export function Parts({ submission, parts, onSettle }: Props) {
  const [which, setWhich] = useState<WhichParts>(parts.trouble === null ? 'all' : 'troubled');
  const [from, setFrom] = useState(0);
  const scroller = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const { made, troubled, partAt, error } = useParts(submission, { which, ...seen });
  const all = which === 'all' ? (made ?? 0) : troubled;
  const count = Math.min(MOST_ROWS, Math.max(0, all - from));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_ESTIMATE,
    overscan: 4,
    getItemKey: (index) => from + index,
  });
  const rows = virtualizer.getVirtualItems();
  const first = from + (rows[0]?.index ?? 0);
  const last = from + (rows.at(-1)?.index ?? 0);
  useEffect(() => setSeen({ first, last }), [first, last]);
  // What was wrong is right by now.
  const isRight = made !== null && troubled === 0;
  useEffect(() => {
    if (isRight) setWhich('all');
  }, [isRight]);

  const show = (next: WhichParts): void => {
    setWhich(next);
    setFrom(0);
    virtualizer.scrollToOffset(0);
  };
  const goToPart = (number: number): void => {
    const start = Math.floor((number - 1) / MOST_ROWS) * MOST_ROWS;
    setFrom(start);
    // The rows of another page are there once it is drawn.
    requestAnimationFrame(() => virtualizer.scrollToIndex(number - 1 - start, { align: 'start' }));
  };
  const onDecision = (decision: Decision, part: Part): void => {
    if (decision === 'add-token') goTo('accounts');
    else if (decision === 'went-through') {
      onSettle({ id: part.id, name: partOfName(part, parts.total, submission.name, formatCount) });
    } else if (decision === 'did-not') void sendAgain([part.id]);
  };

  const more = made === null || which === 'troubled' ? null : stillToCome(made, parts);
  return (
    <section aria-label="Parts">
      <h3 className={classes.head}>Parts</h3>
      <p className={classes.why}>
        {whyInParts(parts, submission.content)} {manifestSentence}
      </p>
      {error !== null && <p role="alert">{error}</p>}
      {troubled > 0 && <Filter which={which} made={made ?? 0} troubled={troubled} onShow={show} />}
      {which === 'all' && all > MANY && <GoToPart most={all} onGo={goToPart} />}
      {count > 0 && (
        <ul ref={scroller} className={classes.list} aria-label="Parts" {...scrollable}>
          <li className={classes.canvas} aria-hidden="true" style={{ height: virtualizer.getTotalSize() }} />
          {rows.map(({ index, key, start }) => (
            <PartRow
              key={key}
              part={partAt(from + index)}
              index={index}
              count={count}
              start={start}
              measure={virtualizer.measureElement}
              onDecision={onDecision}
            />
          ))}
        </ul>
      )}
      {more !== null && <p className={classes.more}>{more}</p>}
    </section>
  );
}

type FilterProps = {
  readonly which: WhichParts;
  readonly made: number;
  readonly troubled: number;
  readonly onShow: (which: WhichParts) => void;
};

function Filter({ which, made, troubled, onShow }: FilterProps) {
  const choices = [
    { key: 'troubled', label: `Failed or uncertain ${formatCount(troubled)}` },
    { key: 'all', label: `All ${formatCount(made)}` },
  ] as const;
  return (
    <div className={classes.filter}>
      {choices.map(({ key, label }) => (
        <button key={key} type="button" aria-pressed={which === key} onClick={() => onShow(key)}>
          {label}
        </button>
      ))}
    </div>
  );
}

type PartRowProps = {
  /** Null while it is asked for. */
  readonly part: Part | null;
  readonly index: number;
  readonly count: number;
  /** Distance from the top of the list, in pixels. */
  readonly start: number;
  readonly measure: (node: HTMLElement | null) => void;
  readonly onDecision: (decision: Decision, part: Part) => void;
};

function PartRow({ part, index, count, start, measure, onDecision }: PartRowProps) {
  return (
    <li
      ref={measure}
      className={classes.part}
      data-index={index}
      data-state={part?.state.kind}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${start}px)` }}
    >
      {part !== null && <PartFacts part={part} onDecision={onDecision} />}
    </li>
  );
}

function PartFacts({ part, onDecision }: { readonly part: Part } & Pick<PartRowProps, 'onDecision'>) {
  const { id, state, size, submissionId } = part;
  const title = partTitle(part);
  const told = { id, name: title, state, size, parts: null };
  return (
    <>
      <div className={classes.title}>
        <strong>{title}</strong>
        {submissionId !== null && <ReceiptSlip submissionId={submissionId} tabIndex={0} />}
      </div>
      <StateCell submission={told} whole isPart />
      <DecisionButtons
        submission={told}
        place="details"
        tabIndex={0}
        onDecision={(decision) => onDecision(decision, part)}
      />
      <p className={classes.facts}>{partFacts(part).join(' · ')}</p>
    </>
  );
}

type GoToPartProps = { readonly most: number; readonly onGo: (number: number) => void };

/** Among a million parts nobody finds one by scrolling. */
function GoToPart({ most, onGo }: GoToPartProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState(false);
  const go = (event: FormEvent): void => {
    event.preventDefault();
    const number = Number(typed.replace(/[\s.,’']/g, ''));
    const isOne = typed.trim() !== '' && Number.isInteger(number) && number >= 1 && number <= most;
    setProblem(!isOne);
    if (isOne) onGo(number);
  };
  return (
    <form className={classes.goTo} onSubmit={go}>
      <TextInput
        aria-label={`Part number, 1 to ${formatCount(most)}`}
        placeholder={`1 to ${formatCount(most)}`}
        inputMode="numeric"
        size="xs"
        value={typed}
        error={problem ? `There are parts 1 to ${formatCount(most)}.` : null}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setProblem(false);
        }}
      />
      <Button type="submit" size="xs" variant="default">
        Go to part
      </Button>
    </form>
  );
}
