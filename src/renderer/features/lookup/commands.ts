import { LONGEST_REMEMBERED, type PastedQuestion } from '../../../shared/bridge/lookup.ts';
import { change } from '../../data/calls.ts';
import { callQuery, queryClient } from '../../data/queries.ts';
import { windowApi } from '../../data/window-api.ts';
import { windowStore } from '../../data/window-store.ts';
import { changeOrNotify } from '../../ui/feedback/notes.tsx';
import { type PastedEntry, readLookupText } from './input/lookup-text.ts';
import { changeSubmission, keyOf, type ListView, type MatchesView, setView, useLookup } from './lookup-state.ts';
import { listOutcome, matchesOutcome, recordWords } from './lookup-words.ts';

/** The question that the screen shows, or waits for. */
let current = new AbortController();

/** Begins another question: answers to the one before are not shown any more. */
function begin(): AbortSignal {
  stopReading();
  current.abort();
  current = new AbortController();
  return current.signal;
}

/** The look-ups of the past. */
export const recentLookups = callQuery('lookup.recent', null, {});

const activeAccount = (): string => windowStore.getState().activeAccountId;

/** Looks up whatever stands in the box. */
export async function lookUp(text: string): Promise<void> {
  const read = readLookupText(text, navigator.language, Date.now());
  if (read.kind === 'empty') return stopReading();
  const signal = begin();
  useLookup.setState({ text });
  if (read.kind === 'list') {
    startList(text, read.entries);
    return;
  }
  setView({ kind: 'searching' });
  const found = await windowApi().call('lookup.search', read.keys);
  if (signal.aborted) return;
  const { id } = read.keys;
  if (!found.ok) {
    // What cannot be searched here can still be asked for.
    if (id === null) setView({ kind: 'broken', reason: found.error });
    else await showSubmission(id, activeAccount(), null, text);
    return;
  }
  const { matches } = found.value;
  const [only] = matches;
  if (id !== null) {
    const here = matches.find((match) => match.submissionId === id);
    await showSubmission(id, here?.accountId ?? activeAccount(), null, text);
  } else if (matches.length === 1 && only?.submissionId != null) {
    await showSubmission(only.submissionId, only.accountId, null, text);
  } else {
    setView({ kind: 'matches', answer: found.value, file: null, text });
    remember(text, matchesOutcome(found.value));
  }
}

/** Finds the submissions of a file by its bytes. */
export async function lookUpFile(file: File): Promise<void> {
  const signal = begin();
  const lookupId = crypto.randomUUID();
  useLookup.setState({ text: '' });
  setView({ kind: 'reading', lookupId, name: file.name, done: 0, total: file.size });
  const found = await windowApi().callWithFiles('lookup.file', [file], { lookupId });
  if (signal.aborted) return;
  if (!found.ok) {
    setView(found.error.code === 'cancelled' ? { kind: 'start' } : { kind: 'broken', reason: found.error });
    return;
  }
  const view: MatchesView = { kind: 'matches', answer: found.value, file: found.value, text: file.name };
  const [only] = found.value.matches;
  setView(view);
  if (found.value.matches.length === 1 && only?.submissionId != null) {
    await showSubmission(only.submissionId, only.accountId, view, null);
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
  if (accountId !== null) return showSubmission(submissionId, accountId, null, submissionId);
  setView({ kind: 'searching' });
  const keys = { id: submissionId, hex: submissionId.replaceAll('-', ''), days: null, name: null };
  const found = await windowApi().call('lookup.search', keys);
  if (signal.aborted) return;
  const here = found.ok ? found.value.matches.find((match) => match.submissionId === submissionId) : undefined;
  await showSubmission(submissionId, here?.accountId ?? activeAccount(), null, submissionId);
}

/** `remembered`: under which text it is to be found among the recent ones; null for a step inside another look-up. */
export async function showSubmission(
  submissionId: string,
  accountId: string,
  from: MatchesView | ListView | null,
  remembered: string | null,
): Promise<void> {
  setView({
    kind: 'submission',
    accountId,
    submissionId,
    kept: null,
    asked: { kind: 'asking', waitingUntil: null },
    watched: false,
    from,
  });
  const kept = await windowApi().call('lookup.kept', { accountId, submissionId });
  if (kept.ok) changeSubmission(submissionId, (shown) => ({ ...shown, kept: kept.value, watched: kept.value.watched }));
  await askAgain(submissionId, accountId, remembered);
}

/** Asks the service for the submission that is shown. */
export async function askAgain(
  submissionId: string,
  accountId: string,
  remembered: string | null = null,
): Promise<void> {
  changeSubmission(submissionId, (shown) => ({ ...shown, asked: { kind: 'asking', waitingUntil: null } }));
  const answer = await windowApi().call('lookup.ask', { accountId, submissionId });
  changeSubmission(submissionId, (shown) => ({
    ...shown,
    asked: answer.ok
      ? { kind: 'answered', ...answer.value }
      : answer.error.code === 'cancelled'
        ? { kind: 'stopped' }
        : { kind: 'refused', reason: answer.error },
  }));
  if (remembered === null) return;
  const { view } = useLookup.getState();
  const kept = view.kind === 'submission' && view.submissionId === submissionId ? view.kept : null;
  const record = answer.ok ? answer.value.record : kept?.record;
  const without = !answer.ok && answer.error.code === 'not-found' ? 'Not found' : 'Not answered';
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

function startList(text: string, entries: readonly PastedEntry[]): void {
  const accountId = activeAccount();
  const listId = crypto.randomUUID();
  const questions = entries.flatMap((entry): PastedQuestion[] => {
    const key = keyOf(entry);
    if (key === null || entry.repeats !== null || entry.holds.kind === 'nothing') return [];
    if (entry.holds.kind === 'id') return [{ key, kind: 'id', id: entry.holds.id }];
    return [{ key, kind: 'hex', hex: entry.holds.hex }];
  });
  const total = questions.length;
  setView({
    kind: 'list',
    listId,
    accountId,
    entries,
    answers: new Map(),
    done: 0,
    total,
    waitingUntil: null,
    ended: null,
  });
  void windowApi()
    .call('lookup.startList', { listId, accountId, questions })
    .then((answer) => {
      if (!answer.ok) setView({ kind: 'broken', reason: answer.error });
    });
  remember(text, listOutcome(entries), accountId);
}

export function stopList(listId: string): void {
  void change('lookup.cancelList', { listId });
}

export function startOver(): void {
  begin();
  const { view } = useLookup.getState();
  if (view.kind === 'list') stopList(view.listId);
  useLookup.setState({ text: '', view: { kind: 'start' } });
}

export async function clearRecent(): Promise<void> {
  await changeOrNotify('lookup.clearRecent', {});
  await askRecentAgain();
}

const askRecentAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: recentLookups.queryKey });

function remember(text: string, outcome: string, accountId = activeAccount()): void {
  if (text.trim().length > LONGEST_REMEMBERED) return;
  void change('lookup.remember', { accountId, text, outcome }).then(askRecentAgain);
}
