import type { Match, PastedQuestion, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import { LONGEST_REMEMBERED, type LookupKeys, MOST_TEXT_LINES, noKeys } from '../../../shared/lookup-keys.ts';
import { mayBeReference } from '../../../shared/submissions/verification.ts';
import { change, windowApi } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowStore } from '../../data/window-state.ts';
import { changeOrNotify } from '../../ui/notes.tsx';
import { listOutcome } from './list-words.ts';
import {
  changeSubmission,
  type ListView,
  listOf,
  type MatchesView,
  type SubmissionView,
  setView,
  useLookup,
  type View,
} from './lookup-state.ts';
import { keysOfEntry, type PastedEntry, readLookupText } from './lookup-text.ts';
import { daysRead, matchesOutcome, recordWords } from './lookup-words.ts';

export const recentLookups = callQuery('lookup.recent', null, {});

export async function clearRecent(): Promise<void> {
  await changeOrNotify('lookup.clearRecent', {});
  await askRecentAgain();
}

function remember(text: string, outcome: string, accountId: string): void {
  if (text.trim().length > LONGEST_REMEMBERED) return;
  void change('lookup.remember', { accountId, text, outcome }).then(askRecentAgain);
}

const askRecentAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: recentLookups.queryKey });

function startList(text: string, entries: readonly PastedEntry[], accountId: string): void {
  const listId = crypto.randomUUID();
  const questions = questionsOf(entries, navigator.language, Date.now());
  const total = questions.length;
  const nothingYet = { answers: new Map(), done: 0, waitingUntil: null, ended: null };
  setView({ kind: 'list', listId, accountId, entries, total, ...nothingYet });
  void windowApi()
    .call('lookup.startList', { listId, accountId, questions })
    .then((answer) => {
      if (!answer.ok) setView({ kind: 'broken', reason: answer.error });
    });
  remember(text, listOutcome(entries), accountId);
}

/** What a list asks, each thing once; of names and dates, as many as are looked for. */
export function questionsOf(entries: readonly PastedEntry[], locale: string, now: number): readonly PastedQuestion[] {
  const questions: PastedQuestion[] = [];
  let texts = 0;
  for (const entry of entries) {
    const { holds, key } = entry;
    if (entry.repeats !== null) continue;
    if (holds.kind === 'id') questions.push({ key, kind: 'id', id: holds.id });
    else if (holds.kind === 'hash') questions.push({ key, kind: 'hex', hex: holds.hex });
    else if (texts < MOST_TEXT_LINES) {
      texts += 1;
      questions.push({ key, kind: 'text', keys: keysOfEntry(entry, locale, now) });
    } else if (holds.kind === 'cut') questions.push({ key, kind: 'hex', hex: holds.hex });
  }
  return questions;
}

export function stopList(listId: string): void {
  void change('lookup.cancelList', { listId });
}

/** One letter fits everything. */
export const SHORTEST_TYPED = 2;
export const TYPING_PAUSE_MS = 60;
/** A whole id costs the service a request: who is still typing has not finished it. */
const ASKING_PAUSE_MS = 350;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The text in the box has changed. What is kept here is searched at once, and nobody is asked but for a whole id. The answer to
 * another text is gone with the first key; what was found while typing stays, marked, for the moment until the next is there.
 */
export function typeText(text: string): void {
  clearTimeout(timer);
  const read = readText(text);
  const { view, left } = useLookup.getState();
  useLookup.setState({ text });
  const id = read.kind === 'one' ? read.keys.id : null;
  // Still the same question, whatever else was typed around it.
  if (id !== null && view.kind === 'submission' && view.submissionId === id && view.from === null) return;
  const signal = leaveQuestion();
  useLookup.setState({ left: left ?? listOf(view) });
  if (read.kind === 'list') {
    setView({ kind: 'unasked-list', count: new Set(read.entries.map(({ line }) => line)).size });
  } else if (read.kind === 'empty' || text.trim().length < SHORTEST_TYPED) {
    setView({ kind: 'start' });
  } else if (id !== null) {
    setView({ kind: 'searching' });
    timer = setTimeout(() => {
      if (!signal.aborted) void lookUp(text);
    }, ASKING_PAUSE_MS);
  } else {
    setView(meanwhile(view));
    const { keys } = read;
    timer = setTimeout(async () => {
      const found = await windowApi().call('lookup.search', keys);
      if (signal.aborted) return;
      if (found.ok) setView(matchesView(found.value, { text, keys, typed: 'fits', from: null }));
      else setView({ kind: 'broken', reason: found.error });
    }, TYPING_PAUSE_MS);
  }
}

/** What the screen shows until the new answer is there: nothing that could be taken for it. */
function meanwhile(view: View): View {
  if (view.kind === 'matches' && view.typed !== null) return { ...view, typed: 'stale' };
  return view.kind === 'start' ? view : { kind: 'searching' };
}

/** What was typed is asked for now: nothing that was put off for a pause comes after it. */
export function askTyped(text: string): void {
  clearTimeout(timer);
  void lookUp(text);
}

/** Back to the list that was shown before the person typed. Its text is gone from the box, and so is what was typed. */
export function backToList(): void {
  clearTimeout(timer);
  leaveQuestion();
  const { left } = useLookup.getState();
  if (left !== null) useLookup.setState({ text: '', view: left, left: null });
}

/** The question that the screen shows, or waits for. */
let current = new AbortController();
/** How often the service was asked: an answer to an earlier question is no word on a later one about the same id. */
let asks = 0;

/** Leaves the question before: what is under way for it ends, and its answers are not shown any more. A list goes on. */
function leaveQuestion(): AbortSignal {
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

const readText = (text: string): ReturnType<typeof readLookupText> =>
  readLookupText(text, navigator.language, Date.now());

export async function lookUp(text: string): Promise<void> {
  const read = readText(text);
  if (read.kind === 'empty') return startOver();
  const signal = begin();
  useLookup.setState({ text });
  if (read.kind === 'list') {
    startList(text, read.entries, activeAccount());
    return;
  }
  setView({ kind: 'searching' });
  await search(read.keys, { text, remembered: text, from: null, signal });
}

/** Looks up one line of a list by itself; "Back" leads to the list. */
export async function lookUpLine(entry: PastedEntry, from: ListView): Promise<void> {
  const signal = leaveQuestion();
  const keys = keysOfEntry(entry, navigator.language, Date.now());
  await search(keys, { text: entry.text, remembered: null, from, signal });
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

function matchesView(
  answer: SearchAnswer,
  { text, keys, typed, from }: Pick<MatchesView, 'text' | 'typed' | 'from'> & { readonly keys: LookupKeys },
): MatchesView {
  const days = daysRead(keys, answer);
  return { kind: 'matches', answer, file: null, text, days, asksForDay: keys.days !== null, typed, from };
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
