import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readsRecords } from '../../shared/account.ts';
import type { Account } from '../../shared/bridge/accounts.ts';
import type { Snapshot } from '../../shared/bridge/app.ts';
import type { WindowEvent } from '../../shared/bridge/bridge.ts';
import type {
  HeldCosts,
  QueueProgress,
  QueueSummary,
  Submission,
  SubmissionProgress,
} from '../../shared/bridge/submissions.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { type Formats, usualFormats } from '../../shared/sizes.ts';
import { noSummary, nothingHeld } from '../../shared/submissions/empty-queue.ts';
import type { QueueSettings } from '../../shared/submissions/queue-settings.ts';
import {
  isClaimedElsewhere,
  isFinished,
  isWorkedOn,
  needsPerson,
  type SubmissionState,
} from '../../shared/submissions/submission-state.ts';

/** The window's mirror of main. Only `fromSnapshot` and `apply` change it. */
export type WindowState = {
  readonly phase:
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    | { readonly kind: 'broken'; readonly reason: Failure };
  readonly version: string;
  readonly formats: Formats;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly submissions: ReadonlyMap<number, Submission>;
  /** Ids by filter, each in screen order: newest drop first, files within a drop in their own order. */
  readonly lists: Readonly<Record<Group, readonly number[]>>;
  /** Only submissions that are being prepared or sent. */
  readonly progress: ReadonlyMap<number, SubmissionProgress>;
  readonly summary: QueueSummary;
  readonly held: HeldCosts;
  readonly queueSettings: QueueSettings;
};

/** The filters of the submit screen. Every submission is in `all` and in exactly one of the others. */
export type Group = 'all' | 'working' | 'finished' | 'needs-you';

export const groups: readonly Group[] = ['all', 'working', 'finished', 'needs-you'];

export function groupOf(state: SubmissionState): Exclude<Group, 'all'> {
  if (isWorkedOn(state) || isClaimedElsewhere(state)) return 'working';
  // The user need not wait after a receipt: the block comes without them. A paused file continues only if they resume
  // it.
  return isFinished(state) && !needsPerson(state) ? 'finished' : 'needs-you';
}

/** The events that update this mirror. Others are for the features that show their data. */
export type StateEvent = Extract<
  WindowEvent,
  {
    readonly kind:
      | 'submissions.changed'
      | 'submissions.removed'
      | 'submissions.progress'
      | 'accounts.changed'
      | 'snapshot';
  }
>;

export const emptyState: WindowState = {
  phase: { kind: 'loading' },
  version: '',
  formats: usualFormats,
  accounts: [],
  activeAccountId: '',
  submissions: new Map(),
  lists: { all: [], working: [], finished: [], 'needs-you': [] },
  progress: new Map(),
  summary: noSummary,
  held: nothingHeld,
  queueSettings: { atOnce: 'automatic', spendingLimit: null, askBeyondFiles: null },
};

/** The number of rows to apply in one task. More would cause a noticeable stutter. */
export const ROWS_AT_ONCE = 1_000;

/**
 * Splits a snapshot into a small one and events with a bounded number of rows each. The top of the screen comes first.
 */
export function inPieces(snapshot: Snapshot, atOnce = ROWS_AT_ONCE): readonly StateEvent[] {
  const submissions = [...snapshot.submissions].sort(byScreenOrder);
  const pieces: StateEvent[] = [
    { kind: 'snapshot', snapshot: { ...snapshot, submissions: submissions.slice(0, atOnce), progress: [] } },
  ];
  for (let start = atOnce; start < submissions.length; start += atOnce) {
    pieces.push({ kind: 'submissions.changed', submissions: submissions.slice(start, start + atOnce) });
  }
  return [
    ...pieces,
    { kind: 'submissions.progress', progress: snapshot.progress, summary: snapshot.summary, held: snapshot.held },
  ];
}

export function fromSnapshot(snapshot: Snapshot): WindowState {
  const { version, formats, accounts, activeAccountId, queueSettings } = snapshot;
  const phase = { kind: 'ready' } as const;
  const start: WindowState = { ...emptyState, phase, version, formats, accounts, activeAccountId, queueSettings };
  const filled = withSubmissions(start, snapshot.submissions);
  return withQueue(filled, snapshot);
}

/** The state after one event of main. Pure. Unchanged parts keep their identity. */
export function apply(state: WindowState, event: StateEvent): WindowState {
  switch (event.kind) {
    case 'submissions.changed':
      return withQueue(withSubmissions(state, event.submissions), event.queue);
    case 'submissions.removed':
      return withQueue(withoutSubmissions(state, event.ids), event.queue);
    case 'submissions.progress':
      return withQueue(state, event);
    case 'snapshot':
      return fromSnapshot(event.snapshot);
    case 'accounts.changed':
      return { ...state, accounts: event.accounts, activeAccountId: event.activeAccountId };
  }
}

function withSubmissions(state: WindowState, told: readonly Submission[]): WindowState {
  // Main reports the files of all accounts, as those of the others continue too.
  const changed = told.filter(({ accountId }) => accountId === state.activeAccountId);
  if (changed.length === 0) return state;
  const submissions = new Map(state.submissions);
  const progress = new Map(state.progress);
  let isMoved = false;
  let groupsChanged = false;
  for (const submission of changed) {
    const before = submissions.get(submission.id);
    submissions.set(submission.id, submission);
    if (!before || !sameStep(before.state, submission.state)) progress.delete(submission.id);
    if (before?.addedAt !== submission.addedAt) isMoved = true;
    if (!before || groupOf(before.state) !== groupOf(submission.state)) groupsChanged = true;
  }
  const all = isMoved ? inScreenOrder(submissions) : state.lists.all;
  return {
    ...state,
    submissions,
    progress: progress.size === state.progress.size ? state.progress : progress,
    lists: all !== state.lists.all || groupsChanged ? listsOf(submissions, all, state.lists) : state.lists,
  };
}

function withoutSubmissions(state: WindowState, ids: readonly number[]): WindowState {
  const submissions = new Map(state.submissions);
  const progress = new Map(state.progress);
  for (const id of ids) {
    submissions.delete(id);
    progress.delete(id);
  }
  if (submissions.size === state.submissions.size) return state;
  const all = state.lists.all.filter((id) => submissions.has(id));
  return { ...state, submissions, progress, lists: listsOf(submissions, all, state.lists) };
}

/** `queue` is undefined if only some of the rows that were reported together are included. */
function withQueue(state: WindowState, queue: QueueProgress | undefined): WindowState {
  if (queue === undefined) return state;
  const { summary, held } = queue;
  if (queue.progress.length === 0) return { ...state, summary, held };
  const progress = new Map(state.progress);
  for (const report of queue.progress) {
    const kind = state.submissions.get(report.id)?.state.kind;
    // A late report would show a progress bar for a file that is not being sent.
    if (kind === 'sending' || kind === 'preparing' || kind === 'in-parts') progress.set(report.id, report);
  }
  return { ...state, progress, summary, held };
}

function sameStep(before: SubmissionState, after: SubmissionState): boolean {
  if (before.kind === 'sending' && after.kind === 'sending') return before.attempt === after.attempt;
  return before.kind === after.kind;
}

function inScreenOrder(submissions: ReadonlyMap<number, Submission>): readonly number[] {
  return [...submissions.values()].sort(byScreenOrder).map((submission) => submission.id);
}

function byScreenOrder(a: Submission, b: Submission): number {
  if (a.addedAt !== b.addedAt) return a.addedAt < b.addedAt ? 1 : -1;
  return a.id - b.id;
}

/** Rebuilds the filters. An unchanged list keeps its identity, so that its views are not drawn again. */
function listsOf(
  submissions: ReadonlyMap<number, Submission>,
  all: readonly number[],
  before: Readonly<Record<Group, readonly number[]>>,
): Readonly<Record<Group, readonly number[]>> {
  const next: Record<Group, number[]> = { all: [...all], working: [], finished: [], 'needs-you': [] };
  for (const id of all) {
    const submission = submissions.get(id);
    if (submission) next[groupOf(submission.state)].push(id);
  }
  const lists: Record<Group, readonly number[]> = next;
  for (const group of groups) if (sameIds(before[group], next[group])) lists[group] = before[group];
  return lists;
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

/** The window's mirror of main. Filled by `QueueMirror`. */
export const windowStore = createStore<WindowState>(() => emptyState);

export function useWindowStore<Part>(part: (state: WindowState) => Part): Part {
  return useStore(windowStore, part);
}

/** Empty until main has reported the active account. */
export function useActiveAccountId(): string {
  return useWindowStore((state) => state.activeAccountId);
}

/** True if the active account can read the service's records. Without them, blocks and costs stay unknown. */
export function activeReadsRecords({ accounts, activeAccountId }: WindowState): boolean {
  const account = accounts.find(({ id }) => id === activeAccountId);
  return account === undefined || readsRecords(account);
}

/** True if the active account has credits instead of tokens. */
export function activeHasCredits({ accounts, activeAccountId }: WindowState): boolean {
  return accounts.some(({ id, serviceKind }) => id === activeAccountId && serviceKind === 'credits');
}

export function activeIsPractice({ accounts, activeAccountId }: WindowState): boolean {
  return accounts.some(({ id, kind }) => id === activeAccountId && kind === 'practice');
}
