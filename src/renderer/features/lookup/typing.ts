import { windowApi } from '../../data/window-api.ts';
import { leaveQuestion, lookUp, matchesView, readText } from './commands.ts';
import { listOf, setView, useLookup, type View } from './lookup-state.ts';

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
