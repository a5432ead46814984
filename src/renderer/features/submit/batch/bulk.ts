import type { Submission } from '../../../../shared/bridge/submissions.ts';
import { withReceipt } from '../../../../shared/submissions/batch-status.ts';
import {
  isBeingChecked,
  isClearable,
  isFinished,
  isInDoubt,
  mayBeAtService,
  type PauseReason,
} from '../../../../shared/submissions/submission-state.ts';
import { formatCount } from '../../../ui/format.ts';
import { timeLeft } from '../list/state-words.ts';

type Ids = readonly number[];

export type Bulk = {
  readonly pause: Ids;
  readonly resume: Ids;
  readonly cancel: Ids;
  /** How many of those in `pause` are not only being checked: with none of them there is nothing to offer. */
  readonly pausable: number;
  /** How many of those in `cancel` have parts with the service, which stay there. */
  readonly partlyThere: number;
  /** How many of those in `resume` the person has stopped, as far as the window knows. */
  readonly resumable: number;
  /** The paused ones by what they wait for, so that resuming all never pays for a duplicate. */
  readonly held: { readonly [Why in PauseReason['kind']]: Ids };
  readonly uncertain: UncertainFiles;
};

/** Files whose answer was lost. `until` (epoch milliseconds): when the last check is over. */
export type UncertainFiles = { readonly checking: number; readonly until: number; readonly cannotTell: Ids };

/** `allWorking` and `allNeedsYou`: the ids in these groups. `among`: of these files alone; null for all of them. */
export function bulkOf(
  submissions: ReadonlyMap<number, Submission>,
  allWorking: Ids,
  allNeedsYou: Ids,
  among: ReadonlySet<number> | null = null,
): Bulk {
  const meant = (ids: Ids): Ids => (among === null ? ids : ids.filter((id) => among.has(id)));
  const [working, needsYou] = [meant(allWorking), meant(allNeedsYou)];
  const listed = (ids: Ids): readonly Submission[] => ids.flatMap((id) => submissions.get(id) ?? []);
  const both = listed([...working, ...needsYou]);
  const pausedBy = (why: PauseReason['kind']): Ids =>
    both.flatMap(({ id, state }) => (state.kind === 'paused' && state.why.kind === why ? id : []));
  const byPerson = pausedBy('by-person');
  // What is being checked went out already, and may have been taken: it can be kept from being sent again, not be cancelled.
  const toSend = listed(working).filter(({ state }) => !isBeingChecked(state));
  const toCancel = [...toSend.map(({ id }) => id), ...byPerson];
  const willPause = both.filter(({ state, wish }) => wish === 'pause' && isInDoubt(state));
  return {
    pause: working,
    pausable: toSend.length,
    // All that works, for the window may not have heard yet what is to be paused.
    resume: [...new Set([...working, ...byPerson, ...willPause.map(({ id }) => id)])],
    cancel: toCancel,
    partlyThere: listed(toCancel).filter(({ parts }) => parts !== null && withReceipt(parts.counts) > 0).length,
    resumable: byPerson.length + willPause.length,
    held: {
      'by-person': byPerson,
      unapproved: pausedBy('unapproved'),
      'beyond-spending-limit': pausedBy('beyond-spending-limit'),
      'since-copy': pausedBy('since-copy'),
      duplicate: pausedBy('duplicate'),
    },
    uncertain: uncertainIn(both),
  };
}

function uncertainIn(submissions: readonly Submission[]): UncertainFiles {
  const uncertain = submissions.flatMap(({ id, state }) =>
    state.kind === 'unsettled' ? { id, check: state.check } : [],
  );
  const ends = uncertain.flatMap(({ check }) => (check.kind === 'checking' ? Date.parse(check.until) : []));
  return {
    checking: ends.length,
    until: ends.reduce((last, end) => Math.max(last, end), 0),
    cannotTell: uncertain.flatMap(({ id, check }) => (check.kind === 'cannot-tell' ? id : [])),
  };
}

/**
 * What can leave the list: what was submitted and needs nobody, and by itself what never was and never will be. `ids`: the
 * files that are meant.
 */
export function removableOf(
  submissions: ReadonlyMap<number, Submission>,
  ids: Ids,
): { readonly clearable: Ids; readonly unsubmitted: Ids } {
  const clearable: number[] = [];
  const unsubmitted: number[] = [];
  for (const id of ids) {
    const submission = submissions.get(id);
    if (submission === undefined) continue;
    const { state, parts } = submission;
    // What is paid for in part leaves the list by itself alone, with what that means.
    const isPaidInPart = parts !== null && withReceipt(parts.counts) > 0;
    if (isClearable(state)) clearable.push(id);
    else if (isFinished(state) && !mayBeAtService(state) && !isPaidInPart) unsubmitted.push(id);
  }
  return { clearable, unsubmitted };
}

/** The receipts of these files, whatever became of them since. */
export function receiptsOf(submissions: ReadonlyMap<number, Submission>, ids: Ids): readonly string[] {
  const states = ids.flatMap((id) => submissions.get(id)?.state ?? []);
  return [...new Set(states.flatMap((state) => ('submissionId' in state ? [state.submissionId] : [])))];
}

/** Above the list, for many files that are looked for at once. `now` null leaves out the time, which is not spoken. */
export function checkingSentence({ checking, until }: UncertainFiles, now: number | null): string {
  const left = now === null ? null : timeLeft(until, now);
  const sentence = `${formatCount(checking)} files are being checked with the service`;
  return left === null
    ? `${sentence}. Nothing is sent again until the result is known.`
    : `${sentence} — about ${left}. Nothing is sent again until then.`;
}

/** `readsRecords`: whether the account can; where it can't, that is what is to be seen to first. */
export function cannotTellSentence({ cannotTell }: UncertainFiles, readsRecords: boolean): string {
  const sentence = `${formatCount(cannotTell.length)} files may have been paid for`;
  return readsRecords
    ? `${sentence}, and the service’s records can’t tell.`
    : `${sentence}. Dropslip finds out by reading the service’s records, which needs an access token.`;
}

export function files(count: number): string {
  return count === 1 ? '1 file' : `${formatCount(count)} files`;
}
