import type { Submission } from '../../../shared/bridge/submissions.ts';
import { withReceipt } from '../../../shared/submissions/batch-status.ts';
import {
  isBeingChecked,
  isClearable,
  isFinished,
  isInDoubt,
  mayBeAtService,
  type PauseReason,
} from '../../../shared/submissions/submission-state.ts';
import { visibleName } from '../../../shared/text.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { timeLeft } from './row-words.ts';

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

function files(count: number): string {
  return count === 1 ? '1 file' : `${formatCount(count)} files`;
}

/** What a person asked to cancel with one button: all that could be, and what is being checked, which is named beside it. */
export function askedToCancel({ held, pause }: Pick<Bulk, 'held' | 'pause'>): ReadonlySet<number> {
  return new Set([...pause, ...held['by-person']]);
}

type Context = {
  /** Whether files are being sent while it is asked: nothing waits for the answer. */
  readonly isSending: boolean;
  /** Names a file of the list: one alone is asked about by its name. */
  readonly nameOf: (id: number) => string | null;
};

/**
 * As it stands now: of what was asked about, it counts what can still be cancelled. Null with none of it left. Those that are
 * being checked are left out: nobody knows yet whether the service has them.
 */
export function cancelAllQuestion(
  { cancel, partlyThere, pausable, uncertain: { checking } }: Bulk,
  { isSending, nameOf }: Context,
  onYes: () => void,
): Question | null {
  const [first] = cancel;
  if (first === undefined) return null;
  const name = cancel.length === 1 ? nameOf(first) : null;
  const others = checking === 1 ? '1 file that is being checked is' : `${files(checking)} that are being checked are`;
  return {
    title: `Cancel ${name === null ? files(cancel.length) : `“${visibleName(name)}”`}?`,
    text: [
      ...(isSending && pausable > 0 ? ['Sending continues until you answer.'] : []),
      'Files not yet with the service are not sent. You can retry them later.',
      ...(partlyThere === 0 ? [] : [partlyWords(partlyThere, cancel.length)]),
      ...(checking === 0 ? [] : [`${others} left out.`]),
    ].join(' '),
    yes: cancel.length === 1 ? 'Cancel file' : 'Cancel files',
    no: 'Keep sending',
    onYes,
  };
}

/** What was paid for is not given back; a retry goes on from there. */
function partlyWords(partly: number, all: number): string {
  if (all === 1) return 'The parts already submitted were paid for and stay with the service.';
  const some =
    partly === 1 ? '1 of them has parts already submitted' : `${files(partly)} of them have parts already submitted`;
  return `${some}, which were paid for and stay with the service.`;
}

type Entry = { readonly label: string };

/** Pixels beside the filters that the search and the limits take, and that the menu takes. */
const TAKEN = 172;
const MENU = 66;

/** Rather too much than too little: what does not fit would begin a line of its own. */
const widthOf = ({ label }: Entry): number => 16 + 8 * label.length;

/**
 * Which actions stand in the toolbar, and which in its menu: all of them in words, for a sign alone is a riddle. The first are
 * wanted most. `room`: pixels beside the filters.
 */
export function inWords<E extends Entry>(
  entries: readonly E[],
  room: number,
): { readonly shown: readonly E[]; readonly more: readonly E[] } {
  const fit = countThatFits(entries, room - TAKEN);
  const count = fit === entries.length ? fit : countThatFits(entries, room - TAKEN - MENU);
  return { shown: entries.slice(0, count), more: entries.slice(count) };
}

function countThatFits(entries: readonly Entry[], room: number): number {
  let left = room;
  const over = entries.findIndex((entry) => {
    left -= widthOf(entry);
    return left < 0;
  });
  return over === -1 ? entries.length : over;
}

export type ActionCounts = {
  readonly pause: number;
  readonly resume: number;
  readonly cancel: number;
  readonly clear: number;
  readonly remove: number;
  readonly save: number;
};

/** What the actions are called: of the whole list, and, while something is searched for, of what was found alone. */
export function actionLabels(
  counts: ActionCounts,
  isSearch: boolean,
): { readonly [Action in keyof ActionCounts]: string } {
  if (!isSearch) {
    return {
      pause: 'Pause all',
      resume: 'Resume all',
      cancel: 'Cancel all',
      clear: 'Clear finished',
      remove: 'Remove unsubmitted',
      save: 'Save receipts',
    };
  }
  return {
    pause: `Pause ${files(counts.pause)}`,
    resume: `Resume ${files(counts.resume)}`,
    cancel: `Cancel ${files(counts.cancel)}`,
    clear: `Clear ${formatCount(counts.clear)} finished`,
    remove: `Remove ${formatCount(counts.remove)} unsubmitted`,
    save: counts.save === 1 ? 'Save 1 receipt' : `Save ${formatCount(counts.save)} receipts`,
  };
}
