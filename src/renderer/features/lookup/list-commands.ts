import { MOST_TEXT_LINES, type PastedQuestion } from '../../../shared/bridge/lookup.ts';
import { change } from '../../data/calls.ts';
import { windowApi } from '../../data/window-api.ts';
import { listOutcome } from './answers/list-words.ts';
import { keysOfEntry, type PastedEntry } from './input/lookup-text.ts';
import { setView } from './lookup-state.ts';
import { remember } from './recent.ts';

/** Asks about each line of a list, for the account that is in use. */
export function startList(text: string, entries: readonly PastedEntry[], accountId: string): void {
  const listId = crypto.randomUUID();
  const questions = questionsOf(entries);
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

function questionsOf(entries: readonly PastedEntry[]): readonly PastedQuestion[] {
  const now = Date.now();
  const questions: PastedQuestion[] = [];
  let texts = 0;
  for (const entry of entries) {
    const { holds, key } = entry;
    if (entry.repeats !== null) continue;
    if (holds.kind === 'text') texts += 1;
    if (holds.kind === 'id') questions.push({ key, kind: 'id', id: holds.id });
    else if (texts <= MOST_TEXT_LINES)
      questions.push({ key, kind: 'text', keys: keysOfEntry(entry, navigator.language, now) });
  }
  return questions;
}

export function stopList(listId: string): void {
  void change('lookup.cancelList', { listId });
}
