import type { Match, PastedQuestion, SearchAnswer } from '../../../shared/bridge/lookup.ts';
import { LONGEST_REMEMBERED, type LookupKeys, MOST_LINES, noKeys } from '../../../shared/lookup-keys.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { importedWords, importProblems } from '../../../shared/messages/receipts.ts';
import { isNamedReceipt, mayBeReceipt } from '../../../shared/submissions/verification.ts';
import { change, windowApi } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowStore } from '../../data/window-state.ts';
import { formatCount } from '../../ui/format.ts';
import { changeOrNotify, showNotes } from '../../ui/notes.tsx';
import {
  changeSubmission,
  currentList,
  type ListView,
  type MatchesView,
  setView,
  useLookup,
  type View,
} from './lookup-state.ts';
import { keysOfEntry, type PastedEntry, readLookupText } from './lookup-text.ts';
import { daysRead } from './lookup-words.ts';

export const recentLookups = callQuery('lookup.recent', null, {});

export async function clearRecent(): Promise<void> {
  await changeOrNotify('lookup.clearRecent', {});
  await askRecentAgain();
}

function remember(text: string): void {
  if (text.trim().length > LONGEST_REMEMBERED) return;
  void change('lookup.remember', { accountId: activeAccount(), text }).then(askRecentAgain);
}

const askRecentAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: recentLookups.queryKey });

function startList(entries: readonly PastedEntry[], accountId: string): void {
  const listId = crypto.randomUUID();
  const questions = questionsOf(entries, navigator.language, Date.now());
  const total = questions.length;
  const nothingYet = { answers: new Map(), done: 0, waitingUntil: null, ended: null };
  setView({ kind: 'list', listId, accountId, entries, total, ...nothingYet });
  void windowApi()
    .call('lookup.startList', { listId, accountId, questions })
    .then((answer) => {
      if (!answer.ok && currentList()?.listId === listId) setView({ kind: 'broken', reason: answer.error });
    });
}

/** The questions of a list, each once. */
export function questionsOf(entries: readonly PastedEntry[], locale: string, now: number): readonly PastedQuestion[] {
  const first = [...new Map(entries.map((entry) => [entry.key, entry])).values()].slice(0, MOST_LINES);
  return first.map((entry) => ({ key: entry.key, keys: keysOfEntry(entry, locale, now) }));
}

export function stopList(listId: string): void {
  void change('lookup.cancelList', { listId });
}

/** The minimum length of a search: one letter matches everything. */
export const SHORTEST_TYPED = 2;
export const TYPING_PAUSE_MS = 60;
/** A whole id costs the service a request, and a user who is still typing has not finished it. */
const ASKING_PAUSE_MS = 350;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Call when the text in the box has changed. This computer is searched at once; the service is asked only about a whole
 * id. Matches that were found while typing stay until the next ones are there.
 */
export function typeText(text: string): void {
  clearTimeout(timer);
  const read = readText(text);
  const { view } = useLookup.getState();
  useLookup.setState({ text });
  const id = read.kind === 'one' ? read.keys.id : null;
  if (id !== null && view.kind === 'submission' && view.submissionId === id) return;
  const signal = leaveQuestion();
  const list = currentList();
  useLookup.setState({ behind: list === null ? [] : [list] });
  if (read.kind === 'list') {
    setView({ kind: 'unasked-list', count: read.entries.length });
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
      if (found.ok) setView(matchesView(found.value, text, keys, true));
      else setView({ kind: 'broken', reason: found.error });
    }, TYPING_PAUSE_MS);
  }
}

/** The view until the new answer arrives. */
function meanwhile(view: View): View {
  return view.kind === 'start' || (view.kind === 'matches' && view.isTyped) ? view : { kind: 'searching' };
}

/** Looks up the typed text now, without the pause. */
export function askTyped(text: string): void {
  clearTimeout(timer);
  void lookUp(text);
}

export function goBack(): void {
  clearTimeout(timer);
  leaveQuestion();
  const { behind } = useLookup.getState();
  const view = behind.at(-1);
  if (view === undefined) return;
  useLookup.setState({ text: view.kind === 'list' ? '' : view.text, view, behind: behind.slice(0, -1) });
}

/** The question that the screen shows or awaits. */
let current = new AbortController();
/** Counts the questions to the service: the answer to an earlier one about the same id does not count. */
let asks = 0;

/** Ends the previous question: its work is cancelled, and its answers are dropped. A list continues. */
function leaveQuestion(): AbortSignal {
  stopReading();
  const { view } = useLookup.getState();
  if (view.kind === 'submission' && view.asked.kind === 'asking') stopAsking(view.submissionId);
  current.abort();
  current = new AbortController();
  return current.signal;
}

function begin(): AbortSignal {
  const signal = leaveQuestion();
  const list = currentList();
  if (list !== null && list.ended === null) stopList(list.listId);
  useLookup.setState({ behind: [] });
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
  remember(text);
  if (read.kind === 'list') {
    startList(read.entries, activeAccount());
    return;
  }
  setView({ kind: 'searching' });
  await search(read.keys, text, signal);
}

/** Looks up a single line of a list. "Back" returns to the list. */
export async function lookUpLine(entry: PastedEntry, list: ListView): Promise<void> {
  const signal = leaveQuestion();
  useLookup.setState({ behind: [list] });
  await search(keysOfEntry(entry, navigator.language, Date.now()), entry.text, signal, list.accountId);
}

async function search(keys: LookupKeys, text: string, signal: AbortSignal, accountId = activeAccount()): Promise<void> {
  if (keys.id !== null) return showSubmission(keys.id, accountId);
  const found = await windowApi().call('lookup.search', keys);
  if (signal.aborted) return;
  if (!found.ok) return setView({ kind: 'broken', reason: found.error });
  const { matches, areSimilar } = found.value;
  const [only] = matches;
  if (matches.length === 1 && !areSimilar && only?.submissionId != null) {
    await showSubmission(only.submissionId, only.accountId);
  } else {
    setView(matchesView(found.value, text, keys, false));
  }
}

function matchesView(answer: SearchAnswer, text: string, keys: LookupKeys, isTyped: boolean): MatchesView {
  return { kind: 'matches', answer, file: null, text, days: daysRead(keys, answer), isTyped };
}

export async function lookUpFile(file: File): Promise<void> {
  const signal = begin();
  if (mayBeReceipt(file.name)) {
    const read = await windowApi().callWithFiles('receipts.read', [file], {});
    if (signal.aborted) return;
    if (read.ok) return lookUp(read.value.map(({ submission }) => submission.id).join('\n'));
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
  const view: MatchesView = { ...matchesView(found.value, file.name, noKeys, false), file: found.value };
  const [only] = found.value.matches;
  setView(view);
  if (found.value.matches.length === 1 && only !== undefined) openMatch(only, view);
}

/**
 * Imports receipts and exports of other computers. One receipt is opened then, and another JSON file is looked up by its
 * contents.
 */
export async function importReceipts(files: readonly File[]): Promise<void> {
  const [file, ...others] = files;
  if (file === undefined) return;
  const signal = begin();
  useLookup.setState({ text: '' });
  setView({ kind: 'importing' });
  const answer = await windowApi().callWithFiles('receipts.import', files, {});
  if (signal.aborted)
    return showNotes([answer.ok ? importedWords(answer.value) : failureMessage(answer.error)], 'info');
  if (!answer.ok) return setView({ kind: 'broken', reason: answer.error });
  const imported = answer.value;
  const [problem, ...problems] = imported.problems;
  const isOne = others.length + problems.length === 0;
  if (isOne && problem?.reason.code === 'not-a-receipt' && !isNamedReceipt(file.name)) return lookUpFile(file);
  const read = isOne && mayBeReceipt(file.name) ? await windowApi().callWithFiles('receipts.read', [file], {}) : null;
  if (signal.aborted) return;
  const [receipt, ...more] = read?.ok === true ? read.value : [];
  if (receipt === undefined || more.length > 0) return setView({ kind: 'imported', imported });
  showNotes([importedWords(imported, formatCount), ...importProblems(imported)], problem ? 'warning' : 'info');
  await lookUp(receipt.submission.id);
}

export function stopReading(): void {
  const { view } = useLookup.getState();
  if (view.kind === 'reading') void change('lookup.cancelFile', { lookupId: view.lookupId });
}

/**
 * Opens one submission: shows the local record at once, then the service's answer. `accountId` null means any account.
 */
export async function openSubmission(submissionId: string, accountId: string | null): Promise<void> {
  begin();
  useLookup.setState({ text: submissionId });
  remember(submissionId);
  await showSubmission(submissionId, accountId ?? activeAccount());
}

export function openMatch({ submissionId, accountId }: Match, view: MatchesView): void {
  if (submissionId === null) return;
  leaveQuestion();
  useLookup.setState(({ behind }) => ({ behind: [...behind, view] }));
  if (view.isTyped) remember(view.text);
  void showSubmission(submissionId, accountId);
}

export function openLine(submissionId: string, accountId: string, list: ListView): void {
  leaveQuestion();
  useLookup.setState({ behind: [list] });
  void showSubmission(submissionId, accountId);
}

/** `preferred` is the account to use if it has the submission. */
async function showSubmission(submissionId: string, preferred: string): Promise<void> {
  setView({ kind: 'submission', accountId: preferred, submissionId, kept: null, asked: { kind: 'asking' } });
  const kept = await windowApi().call('lookup.kept', { accountId: preferred, submissionId });
  const accountId = kept.ok ? kept.value.accountId : preferred;
  if (kept.ok) changeSubmission(submissionId, (shown) => ({ ...shown, accountId, kept: kept.value }));
  const { view } = useLookup.getState();
  // The user may have stopped the question, or typed another one.
  if (view.kind === 'submission' && view.submissionId === submissionId && view.asked.kind === 'asking') {
    await askAgain(submissionId, accountId);
  }
}

export async function askAgain(submissionId: string, accountId: string): Promise<void> {
  asks += 1;
  const mine = asks;
  changeSubmission(submissionId, (shown) => ({ ...shown, asked: { kind: 'asking' } }));
  const answer = await windowApi().call('lookup.ask', { accountId, submissionId });
  if (mine !== asks) return;
  changeSubmission(submissionId, (shown) => ({
    ...shown,
    asked: answer.ok
      ? { kind: 'answered', ...answer.value }
      : answer.error.code === 'cancelled'
        ? { kind: 'stopped' }
        : { kind: 'refused', reason: answer.error },
  }));
}

/** The question ends at once, also if main cannot be reached. */
export function stopAsking(submissionId: string): void {
  asks += 1;
  changeSubmission(submissionId, (shown) => ({ ...shown, asked: { kind: 'stopped' } }));
  void change('lookup.cancelAsk', { submissionId });
}

export function startOver(): void {
  begin();
  useLookup.setState({ text: '', view: { kind: 'start' } });
}
