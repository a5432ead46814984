import { create } from 'zustand';
import type { FileAnswer, KeptSubmission, PastedAnswer, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import type { Cost } from '../../../shared/bridge/submissions.ts';
import type { Failure } from '../../../shared/failures/failure.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import type { PastedEntry } from './input/lookup-text.ts';

/** What the service says of one submission. */
type Asked =
  | { readonly kind: 'asking'; readonly waitingUntil: string | null }
  | { readonly kind: 'answered'; readonly record: SubmissionRecord; readonly cost: Cost | null }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'stopped' };

export type SubmissionView = {
  readonly kind: 'submission';
  readonly accountId: string;
  readonly submissionId: string;
  readonly kept: KeptSubmission | null;
  readonly asked: Asked;
  readonly watched: boolean;
  /** Where "Back" leads; null when it was asked for by itself. */
  readonly from: MatchesView | ListView | null;
};

export type MatchesView = {
  readonly kind: 'matches';
  readonly answer: SearchAnswer;
  /** The file whose bytes were looked for; null for a typed text. */
  readonly file: FileAnswer | null;
  readonly text: string;
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
  | {
      readonly kind: 'reading';
      readonly lookupId: string;
      readonly name: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'broken'; readonly reason: Failure }
  | MatchesView
  | SubmissionView
  | ListView;

type LookupState = {
  /** What stands in the box. */
  readonly text: string;
  readonly view: View;
};

/** The look-up screen, kept while another screen is open. */
export const useLookup = create<LookupState>(() => ({ text: '', view: { kind: 'start' } }));

/** Under which key the answer to an entry stands; null for an entry that asks nothing. */
export function keyOf({ holds }: PastedEntry): string | null {
  if (holds.kind === 'nothing') return null;
  return holds.kind === 'id' ? holds.id : holds.hex;
}

export function setView(view: View): void {
  useLookup.setState({ view });
}

/** Changes the list that is shown, or the one that "Back" leads to; another list is left alone. */
export function changeList(listId: string, change: (list: ListView) => ListView): void {
  useLookup.setState(({ view }) => {
    if (view.kind === 'list' && view.listId === listId) return { view: change(view) };
    if (view.kind === 'submission' && view.from?.kind === 'list' && view.from.listId === listId) {
      return { view: { ...view, from: change(view.from) } };
    }
    return {};
  });
}

/** Changes the submission that is shown, when it is this one. */
export function changeSubmission(submissionId: string, change: (shown: SubmissionView) => SubmissionView): void {
  useLookup.setState(({ view }) =>
    view.kind === 'submission' && view.submissionId === submissionId ? { view: change(view) } : {},
  );
}
