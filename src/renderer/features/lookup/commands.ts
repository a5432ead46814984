import { type LookupKeys, type Match, noKeys, type SearchAnswer } from '../../../shared/bridge/lookup.ts';
import { mayBeReference } from '../../../shared/submissions/verification.ts';
import { change } from '../../data/calls.ts';
import { windowApi } from '../../data/window-api.ts';
import { windowStore } from '../../data/window-store.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import { keysOfEntry, type PastedEntry, readLookupText } from './input/lookup-text.ts';
import { isNoSuchDay } from './input/typed-dates.ts';
import { startList, stopList } from './list-commands.ts';
import {
  changeSubmission,
  type ListView,
  listOf,
  type MatchesView,
  type SubmissionView,
  setView,
  useLookup,
} from './lookup-state.ts';
import { daysRead, matchesOutcome, recordWords } from './lookup-words.ts';
import { remember } from './recent.ts';

/** The question that the screen shows, or waits for. */
let current = new AbortController();
/** How often the service was asked: an answer to an earlier question is no word on a later one about the same id. */
let asks = 0;

/** Leaves the question before: what is under way for it ends, and its answers are not shown any more. A list goes on. */
export function leaveQuestion(): AbortSignal {
  stopReading();
  const { view } = useLookup.getState();
  if (view.kind === 'submission' && view.asked.kind === 'asking') stopAsking(view.submissionId);
  current.abort();
  current = new AbortController();
  return current.signal;
}

function begin(): AbortSignal {
  const { view, left } = useLookup.getState();
  const signal = leaveQuestion();
  const list = listOf(view) ?? left;
  if (list !== null && list.ended === null) stopList(list.listId);
  useLookup.setState({ left: null });
  return signal;
}

const activeAccount = (): string => windowStore.getState().activeAccountId;

export const readText = (text: string, column: number | null = null): ReturnType<typeof readLookupText> =>
  readLookupText(text, navigator.language, Date.now(), column);

/** The column in which most is what is kept here; null where nothing is. */
async function columnKept(columns: readonly (readonly LookupKeys[])[]): Promise<number | null> {
  let best: { readonly column: number; readonly count: number } | null = null;
  for (const [column, samples] of columns.entries()) {
    let count = 0;
    for (const keys of samples) {
      const found = await windowApi().call('lookup.search', { ...keys, days: null });
      if (found.ok && found.value.matches.length > 0) count += 1;
    }
    if (count > (best?.count ?? 0)) best = { column, count };
  }
  return best?.column ?? null;
}

export async function lookUp(text: string): Promise<void> {
  const read = readText(text);
  if (read.kind === 'empty') return startOver();
  const signal = begin();
  useLookup.setState({ text });
  if (read.kind === 'list') {
    if (read.columns.length > 0) setView({ kind: 'searching' });
    const column = await columnKept(read.columns);
    if (signal.aborted) return;
    const again = column === null ? read : readText(text, column);
    startList(text, again.kind === 'list' ? again.entries : read.entries, activeAccount());
    return;
  }
  setView({ kind: 'searching' });
  await search(read.keys, { text, remembered: text, from: null, signal });
}

/** Looks up one line of a list by itself; "Back" leads to the list. */
export async function lookUpLine(entry: PastedEntry, from: ListView): Promise<void> {
  const signal = leaveQuestion();
  const keys = await keysKept([
    keysOfEntry(entry, navigator.language, Date.now()),
    ...entry.otherwise.map((name) => ({ ...noKeys, name })),
  ]);
  if (signal.aborted) return;
  await search(keys, { text: entry.text, remembered: null, from, signal });
}

/** The first that fit something that is kept here; where none do, the first. */
async function keysKept([first, ...others]: readonly [LookupKeys, ...LookupKeys[]]): Promise<LookupKeys> {
  if (others.length === 0) return first;
  for (const keys of [first, ...others]) {
    const found = await windowApi().call('lookup.search', keys);
    if (found.ok && found.value.matches.length > 0) return keys;
  }
  return first;
}

type Searched = {
  readonly text: string;
  readonly remembered: string | null;
  readonly from: ListView | null;
  readonly signal: AbortSignal;
};

async function search(keys: LookupKeys, { text, remembered, from, signal }: Searched): Promise<void> {
  const found = await windowApi().call('lookup.search', keys);
  if (signal.aborted) return;
  const { id } = keys;
  if (!found.ok) {
    // What cannot be searched here can still be asked for.
    if (id === null) setView({ kind: 'broken', reason: found.error });
    else await showSubmission(id, activeAccount(), { from, remembered });
    return;
  }
  const { matches, nearest } = found.value;
  const [only] = matches;
  if (id !== null) {
    await showSubmission(id, holderOf(id, matches), { from, remembered, nearest });
  } else if (matches.length === 1 && only?.submissionId != null) {
    await showSubmission(only.submissionId, only.accountId, { from, remembered });
  } else {
    setView(matchesView(found.value, { text, keys, typed: null, from }));
    if (remembered !== null) remember(remembered, matchesOutcome(found.value), activeAccount());
  }
}

/** Which account an id belongs to: of those that keep it the one in use first, and that one where nobody keeps it. */
function holderOf(id: string, matches: readonly Match[]): string {
  const active = activeAccount();
  const holders = matches.flatMap(({ submissionId, accountId }) => (submissionId === id ? [accountId] : []));
  return holders.includes(active) ? active : (holders[0] ?? active);
}

export function matchesView(
  answer: SearchAnswer,
  { text, keys, typed, from }: Pick<MatchesView, 'text' | 'typed' | 'from'> & { readonly keys: LookupKeys },
): MatchesView {
  const days = daysRead(keys, answer);
  // Of a day that there is not, names with such digits are no answer.
  const shown = isNoSuchDay(text) ? { ...answer, nearest: null } : answer;
  return { kind: 'matches', answer: shown, file: null, text, days, asksForDay: keys.days !== null, typed, from };
}

export async function lookUpFile(file: File): Promise<void> {
  const signal = begin();
  if (mayBeReference(file.name)) {
    const read = await windowApi().callWithFiles('receipts.read', [file], {});
    if (signal.aborted) return;
    if (read.ok && read.value.kind === 'receipts') {
      return lookUp(read.value.receipts.map(({ submission }) => submission.id).join('\n'));
    }
  }
  const lookupId = crypto.randomUUID();
  useLookup.setState({ text: '' });
  setView({ kind: 'reading', lookupId, name: file.name, done: 0, total: file.size });
  const found = await windowApi().callWithFiles('lookup.file', [file], { lookupId });
  if (signal.aborted) return;
  if (!found.ok) {
    setView(found.error.code === 'cancelled' ? { kind: 'start' } : { kind: 'broken', reason: found.error });
    return;
  }
  const shown = { text: file.name, keys: noKeys, typed: null, from: null };
  const view: MatchesView = { ...matchesView(found.value, shown), file: found.value };
  const [only] = found.value.matches;
  setView(view);
  if (found.value.matches.length === 1 && only?.submissionId != null) {
    await showSubmission(only.submissionId, only.accountId, { from: view });
  }
}

export function stopReading(): void {
  const { view } = useLookup.getState();
  if (view.kind === 'reading') void change('lookup.cancelFile', { lookupId: view.lookupId });
}

/** Opens one submission: what is kept of it at once, then what the service says. `accountId` null: where it is kept. */
export async function openSubmission(submissionId: string, accountId: string | null): Promise<void> {
  const signal = begin();
  useLookup.setState({ text: submissionId });
  const remembered = submissionId;
  if (accountId !== null) return showSubmission(submissionId, accountId, { from: null, remembered });
  setView({ kind: 'searching' });
  const keys = { ...noKeys, id: submissionId, hex: submissionId.replaceAll('-', '') };
  const found = await windowApi().call('lookup.search', keys);
  if (signal.aborted) return;
  const matches = found.ok ? found.value.matches : [];
  await showSubmission(submissionId, holderOf(submissionId, matches), { from: null, remembered });
}

export function openMatch({ submissionId, accountId }: Match, { typed, ...view }: MatchesView): void {
  if (submissionId === null) return;
  leaveQuestion();
  const from = { ...view, typed: typed === null ? null : ('fits' as const) };
  void showSubmission(submissionId, accountId, { from, remembered: typed === null ? null : view.text });
}

type Shown = Pick<SubmissionView, 'from'> & {
  /** Under which text it is to be found among the recent ones; left out for a step inside another look-up. */
  readonly remembered?: string | null;
  readonly nearest?: SubmissionView['nearest'];
};

export async function showSubmission(
  submissionId: string,
  accountId: string,
  { from, remembered = null, nearest = null }: Shown,
): Promise<void> {
  const asked = { kind: 'asking', waitingUntil: null } as const;
  setView({ kind: 'submission', accountId, submissionId, kept: null, asked, watched: false, nearest, from });
  const kept = await windowApi().call('lookup.kept', { accountId, submissionId });
  if (kept.ok) changeSubmission(submissionId, (shown) => ({ ...shown, kept: kept.value, watched: kept.value.watched }));
  const { view } = useLookup.getState();
  // Who has typed on meanwhile asks something else: the service is let be.
  if (view.kind === 'submission' && view.submissionId === submissionId) {
    await askAgain(submissionId, accountId, remembered);
  }
}

export async function askAgain(
  submissionId: string,
  accountId: string,
  remembered: string | null = null,
): Promise<void> {
  asks += 1;
  const mine = asks;
  changeSubmission(submissionId, (shown) => ({ ...shown, asked: { kind: 'asking', waitingUntil: null } }));
  const answer = await windowApi().call('lookup.ask', { accountId, submissionId });
  if (mine === asks) {
    changeSubmission(submissionId, (shown) => ({
      ...shown,
      asked: answer.ok
        ? { kind: 'answered', ...answer.value }
        : answer.error.code === 'cancelled'
          ? { kind: 'stopped' }
          : { kind: 'refused', reason: answer.error },
    }));
  }
  if (remembered === null || (!answer.ok && answer.error.code === 'cancelled')) return;
  const { view } = useLookup.getState();
  const kept = view.kind === 'submission' && view.submissionId === submissionId ? view.kept : null;
  const record = answer.ok ? answer.value.record : kept?.record;
  const without = !answer.ok && answer.error.code === 'not-found' ? 'Not found' : 'No usable answer';
  remember(remembered, record ? recordWords(record, kept?.submission ?? null).title : without, accountId);
}

export function stopAsking(submissionId: string): void {
  void change('lookup.cancelAsk', { submissionId });
}

export async function setWatched(submissionId: string, accountId: string, watched: boolean): Promise<void> {
  const call = watched ? 'lookup.watch' : 'lookup.unwatch';
  if (await changeOrNotify(call, { accountId, submissionId }))
    changeSubmission(submissionId, (shown) => ({ ...shown, watched }));
}

export function startOver(): void {
  begin();
  useLookup.setState({ text: '', view: { kind: 'start' } });
}
