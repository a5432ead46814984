import { type ListQuestion, LONGEST_REMEMBERED } from '../../../shared/bridge/lookup.ts';
import { type PastedEntry, readLookupText } from '../../../shared/lookup-text.ts';
import { goTo } from '../../data/navigation.ts';
import { windowApi } from '../../data/window-api.ts';
import type { WindowEvents } from '../../data/window-events.ts';
import { windowStore } from '../../data/window-store.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import { changeList, changeSubmission, type ListView, type MatchesView, setView, useLookup } from './lookup-state.ts';
import { landedWords, listOutcome, matchesOutcome, recordWords, watchEndWords } from './lookup-words.ts';

/** Counts what was asked: an answer that comes after the next question is not shown. */
let turn = 0;

const activeAccount = (): string => windowStore.getState().activeAccountId;

/** Looks up whatever stands in the box. */
export async function lookUp(text: string): Promise<void> {
  const read = readLookupText(text, navigator.language, Date.now());
  stopReading();
  if (read.kind === 'empty') return;
  turn += 1;
  const mine = turn;
  useLookup.setState({ text });
  if (read.kind === 'list') {
    startList(text, read.entries);
    return;
  }
  setView({ kind: 'searching' });
  const found = await windowApi().call('lookup.search', read.keys);
  if (mine !== turn) return;
  const { id } = read.keys;
  if (!found.ok) {
    // What cannot be searched here can still be asked for.
    if (id === null) setView({ kind: 'broken', message: found.error.message });
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
  turn += 1;
  const mine = turn;
  stopReading();
  const lookupId = crypto.randomUUID();
  useLookup.setState({ text: '' });
  setView({ kind: 'reading', lookupId, name: file.name, done: 0, total: file.size });
  const found = await windowApi().callWithFiles('lookup.file', [file], { lookupId });
  if (mine !== turn) return;
  if (!found.ok) {
    setView(found.error.code === 'cancelled' ? { kind: 'start' } : { kind: 'broken', message: found.error.message });
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
  if (view.kind === 'reading') void windowApi().call('lookup.cancelFile', { lookupId: view.lookupId });
}

/** Opens one submission: what is kept of it at once, then what the service says. `accountId` null: where it is kept. */
export async function openSubmission(submissionId: string, accountId: string | null): Promise<void> {
  turn += 1;
  const mine = turn;
  stopReading();
  useLookup.setState({ text: submissionId });
  if (accountId !== null) return showSubmission(submissionId, accountId, null, submissionId);
  setView({ kind: 'searching' });
  const keys = { id: submissionId, hex: submissionId.replaceAll('-', ''), days: null, name: null };
  const found = await windowApi().call('lookup.search', keys);
  if (mine !== turn) return;
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
  void windowApi().call('lookup.cancelAsk', { submissionId });
}

export async function setWatched(submissionId: string, accountId: string, watched: boolean): Promise<void> {
  const answer = await windowApi().call(watched ? 'lookup.watch' : 'lookup.unwatch', { accountId, submissionId });
  if (answer.ok) changeSubmission(submissionId, (shown) => ({ ...shown, watched }));
  else showNotes([answer.error.message], 'warning');
}

function startList(text: string, entries: readonly PastedEntry[]): void {
  const accountId = activeAccount();
  const listId = crypto.randomUUID();
  const questions = entries.flatMap((entry): ListQuestion[] => {
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
      if (!answer.ok) setView({ kind: 'broken', message: answer.error.message });
    });
  remember(text, listOutcome(entries), accountId);
}

/** Under which key the answer to an entry stands; null for an entry that asks nothing. */
export function keyOf({ holds }: PastedEntry): string | null {
  if (holds.kind === 'nothing') return null;
  return holds.kind === 'id' ? holds.id : holds.hex;
}

export function stopList(listId: string): void {
  void windowApi().call('lookup.cancelList', { listId });
}

export function startOver(): void {
  turn += 1;
  stopReading();
  const { view } = useLookup.getState();
  if (view.kind === 'list') stopList(view.listId);
  useLookup.setState({ text: '', view: { kind: 'start' } });
}

export async function loadRecent(): Promise<void> {
  const recent = await windowApi().call('lookup.recent', {});
  if (recent.ok) useLookup.setState({ recent: recent.value });
}

export async function clearRecent(): Promise<void> {
  const cleared = await windowApi().call('lookup.clearRecent', {});
  if (cleared.ok) useLookup.setState({ recent: [] });
  else showNotes([cleared.error.message], 'warning');
}

function remember(text: string, outcome: string, accountId = activeAccount()): void {
  if (text.trim().length > LONGEST_REMEMBERED) return;
  void windowApi()
    .call('lookup.remember', { accountId, text, outcome })
    .then(() => loadRecent());
}

/** Takes in what main tells of look-ups. */
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
  events.on('lookup.waiting', ({ submissionId, until }) =>
    changeSubmission(submissionId, (shown) =>
      shown.asked.kind === 'asking' ? { ...shown, asked: { kind: 'asking', waitingUntil: until } } : shown,
    ),
  );
  events.on('lookup.watch', ({ news }) => {
    const { submissionId, record, cost, landed } = news;
    changeSubmission(submissionId, (shown) => ({
      ...shown,
      watched: shown.watched && !landed,
      asked: { kind: 'answered', record, cost },
    }));
    if (landed) showNotes([landedWords(news)], record.phase === 'failed' ? 'warning' : 'info');
  });
  events.on('lookup.watch-ended', ({ end }) => {
    changeSubmission(end.submissionId, (shown) => ({ ...shown, watched: false }));
    showNotes([watchEndWords(end)], 'warning');
  });
}
