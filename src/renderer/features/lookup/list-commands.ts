import { MOST_TEXT_LINES, type PastedQuestion } from '../../../shared/bridge/lookup.ts';
import { change } from '../../data/calls.ts';
import { windowApi } from '../../data/window-api.ts';
import { listOutcome } from './answers/list/list-words.ts';
import { keysOfEntry, type PastedEntry } from './input/lookup-text.ts';
import { setView } from './lookup-state.ts';
import { remember } from './recent.ts';

export function startList(text: string, entries: readonly PastedEntry[], accountId: string): void {
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
      questions.push({ key, kind: 'text', keys: keysOfEntry(entry, locale, now), otherwise: entry.otherwise });
    } else if (holds.kind === 'cut') questions.push({ key, kind: 'hex', hex: holds.hex });
  }
  return questions;
}

export function stopList(listId: string): void {
  void change('lookup.cancelList', { listId });
}
