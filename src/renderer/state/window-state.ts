import type { Account } from '../../shared/accounts.ts';
import type { Snapshot, WindowEvent } from '../../shared/api.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Item, ItemProgress, ItemState, QueueSummary } from '../../shared/submissions.ts';
import { type Group, groupOf, groups } from './groups.ts';

/** The window's mirror of main. Changed by `fromSnapshot` and `apply` alone. */
export type WindowState = {
  readonly phase:
    | { readonly kind: 'loading' }
    | { readonly kind: 'ready' }
    | { readonly kind: 'broken'; readonly reason: Failure };
  readonly version: string;
  readonly accounts: readonly Account[];
  readonly activeAccountId: string;
  readonly items: ReadonlyMap<number, Item>;
  /** Ids by filter, each in the order of the screen: what came last stands first, one drop keeps its own order. */
  readonly lists: Readonly<Record<Group, readonly number[]>>;
  /** Only items that are being prepared or sent. */
  readonly progress: ReadonlyMap<number, ItemProgress>;
  readonly summary: QueueSummary;
};

/** Every event but those that are shown once and kept nowhere. */
export type StateEvent = Exclude<WindowEvent, { readonly kind: 'notice' | 'check-line' }>;

const noSummary: QueueSummary = {
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesDone: 0,
  bytesPerSecond: null,
  secondsLeft: null,
  waitingFor: null,
  estimate: null,
};

export const emptyState: WindowState = {
  phase: { kind: 'loading' },
  version: '',
  accounts: [],
  activeAccountId: '',
  items: new Map(),
  lists: { all: [], working: [], done: [], 'needs-you': [] },
  progress: new Map(),
  summary: noSummary,
};

export function fromSnapshot(snapshot: Snapshot): WindowState {
  const { version, accounts, activeAccountId, summary } = snapshot;
  const start: WindowState = { ...emptyState, phase: { kind: 'ready' }, version, accounts, activeAccountId };
  const filled = withItems(start, snapshot.items);
  return withProgress(filled, snapshot.progress, summary);
}

/** The state after one event of main. Pure; parts that did not change keep their identity. */
export function apply(state: WindowState, event: StateEvent): WindowState {
  switch (event.kind) {
    case 'items-changed':
      return withItems(state, event.items);
    case 'items-removed':
      return withoutItems(state, event.ids);
    case 'progress':
      return withProgress(state, event.progress, event.summary);
    case 'snapshot':
      return fromSnapshot(event.snapshot);
    case 'accounts-changed':
      return { ...state, accounts: event.accounts, activeAccountId: event.activeAccountId };
  }
}

function withItems(state: WindowState, changed: readonly Item[]): WindowState {
  if (changed.length === 0) return state;
  const items = new Map(state.items);
  const progress = new Map(state.progress);
  let orderChanged = false;
  let groupsChanged = false;
  for (const item of changed) {
    const before = items.get(item.id);
    items.set(item.id, item);
    if (!before || !sameStep(before.state, item.state)) progress.delete(item.id);
    if (!before || before.addedAt !== item.addedAt) orderChanged = true;
    if (!before || groupOf(before.state) !== groupOf(item.state)) groupsChanged = true;
  }
  const all = orderChanged ? inScreenOrder(items) : state.lists.all;
  return {
    ...state,
    items,
    progress: progress.size === state.progress.size ? state.progress : progress,
    lists: orderChanged || groupsChanged ? listsOf(items, all, state.lists) : state.lists,
  };
}

function withoutItems(state: WindowState, ids: readonly number[]): WindowState {
  const items = new Map(state.items);
  const progress = new Map(state.progress);
  for (const id of ids) {
    items.delete(id);
    progress.delete(id);
  }
  if (items.size === state.items.size) return state;
  const all = state.lists.all.filter((id) => items.has(id));
  return { ...state, items, progress, lists: listsOf(items, all, state.lists) };
}

function withProgress(state: WindowState, ticks: readonly ItemProgress[], summary: QueueSummary): WindowState {
  if (ticks.length === 0) return { ...state, summary };
  const progress = new Map(state.progress);
  for (const tick of ticks) {
    const kind = state.items.get(tick.id)?.state.kind;
    // A tick that overtook or outlived its step would draw a bar where nothing moves.
    if (kind === 'sending' || kind === 'preparing') progress.set(tick.id, tick);
  }
  return { ...state, progress, summary };
}

function sameStep(before: ItemState, after: ItemState): boolean {
  if (before.kind === 'sending' && after.kind === 'sending') return before.attempt === after.attempt;
  return before.kind === after.kind;
}

function inScreenOrder(items: ReadonlyMap<number, Item>): readonly number[] {
  const sorted = [...items.values()].sort((a, b) => {
    if (a.addedAt !== b.addedAt) return a.addedAt < b.addedAt ? 1 : -1;
    return a.id - b.id;
  });
  return sorted.map((item) => item.id);
}

/** Fills the filters again, and keeps those that came out the same, so that nobody who shows them draws anew. */
function listsOf(
  items: ReadonlyMap<number, Item>,
  all: readonly number[],
  before: Readonly<Record<Group, readonly number[]>>,
): Readonly<Record<Group, readonly number[]>> {
  const next: Record<Group, number[]> = { all: [...all], working: [], done: [], 'needs-you': [] };
  for (const id of all) {
    const item = items.get(id);
    if (item) next[groupOf(item.state)].push(id);
  }
  const lists: Record<Group, readonly number[]> = next;
  for (const group of groups) if (sameIds(before[group], next[group])) lists[group] = before[group];
  return lists;
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}
