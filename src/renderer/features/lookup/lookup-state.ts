import { create } from 'zustand';
import type { FileAnswer, KeptSubmission, PastedAnswer, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { ImportedReceipts } from '../../../shared/bridge/receipts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { LookupDays } from '../../../shared/lookup-keys.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { Cost } from '../../../shared/submissions/cost.ts';
import { goTo } from '../../data/navigation.ts';
import type { WindowEvents } from '../../data/window-events.ts';
import { useWindowStore } from '../../data/window-state.ts';
import type { PastedEntry } from './lookup-text.ts';

type Accounts = {
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly activeAccountId: string;
};

/** The name of an account that is not the active one; null for the active one. */
export function otherAccountIn({ accounts, activeAccountId }: Accounts, accountId: string): string | null {
  if (accountId === activeAccountId) return null;
  return accounts.find(({ id }) => id === accountId)?.name ?? null;
}

export const useOtherAccount = (accountId: string): string | null =>
  useWindowStore((state) => otherAccountIn(state, accountId));

type Asked =
  | { readonly kind: 'asking' }
  | { readonly kind: 'answered'; readonly record: SubmissionRecord; readonly cost: Cost | null }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'stopped' };

export type SubmissionView = {
  readonly kind: 'submission';
  readonly accountId: string;
  readonly submissionId: string;
  readonly kept: KeptSubmission | null;
  readonly asked: Asked;
};

export type MatchesView = {
  readonly kind: 'matches';
  readonly answer: SearchAnswer;
  /** The file whose bytes were searched for; null for a typed text. */
  readonly file: FileAnswer | null;
  readonly text: string;
  readonly days: LookupDays | null;
  /** True for matches found while typing. */
  readonly isTyped: boolean;
};

export type ListView = {
  readonly kind: 'list';
  readonly listId: string;
  readonly accountId: string;
  readonly entries: readonly PastedEntry[];
  readonly answers: ReadonlyMap<string, PastedAnswer>;
  readonly done: number;
  readonly total: number;
  readonly waitingUntil: string | null;
  readonly ended: 'whole' | 'cancelled' | null;
};

export type View =
  | { readonly kind: 'start' }
  | { readonly kind: 'searching' }
  /** The box has several lines, which have not been looked up yet. */
  | { readonly kind: 'unasked-list'; readonly count: number }
  | {
      readonly kind: 'reading';
      readonly lookupId: string;
      readonly name: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'broken'; readonly reason: Failure }
  | { readonly kind: 'importing' }
  | { readonly kind: 'imported'; readonly imported: ImportedReceipts }
  | MatchesView
  | SubmissionView
  | ListView;

type LookupState = {
  readonly text: string;
  readonly view: View;
  /**
   * The views that "Back" returns to, the next one last. A list stays there while the user types, so that one key does
   * not lose it.
   */
  readonly behind: readonly (ListView | MatchesView)[];
};

export const useLookup = create<LookupState>(() => ({ text: '', view: { kind: 'start' }, behind: [] }));

export function setView(view: View): void {
  useLookup.setState({ view });
}

/** The visible list, or the one that "Back" returns to. */
export function currentList(): ListView | null {
  const { view, behind } = useLookup.getState();
  return [view, ...behind].find((one) => one.kind === 'list') ?? null;
}

function changeList(listId: string, change: (list: ListView) => ListView): void {
  const changed = <One extends View>(one: One): One | ListView =>
    one.kind === 'list' && one.listId === listId ? change(one) : one;
  useLookup.setState(({ view, behind }) => ({ view: changed(view), behind: behind.map(changed) }));
}

export function changeSubmission(submissionId: string, change: (shown: SubmissionView) => SubmissionView): void {
  useLookup.setState(({ view }) =>
    view.kind === 'submission' && view.submissionId === submissionId ? { view: change(view) } : {},
  );
}

export function listenForLookups(events: WindowEvents): void {
  events.on('open-submission', ({ submissionId }) =>
    goTo('lookup', { kind: 'submission', submissionId, accountId: null }),
  );
  events.on('lookup.file-progress', ({ lookupId, done, total }) => {
    const { view } = useLookup.getState();
    if (view.kind === 'reading' && view.lookupId === lookupId) setView({ ...view, done, total });
  });
  events.on('lookup.list', ({ progress: { listId, answers, done, waitingUntil, ended } }) =>
    changeList(listId, (list) => {
      const all = new Map(list.answers);
      for (const { key, answer } of answers) all.set(key, answer);
      return { ...list, answers: all, done, waitingUntil, ended };
    }),
  );
}
