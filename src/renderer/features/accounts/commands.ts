import type { CallAnswers, CallInputs, CallName } from '../../../shared/bridge/bridge.ts';
import { windowApi } from '../../data/window-api.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';

/** Makes a call whose failure has no place of its own on the screen: it is told in a notification. */
export async function callOrTell<Name extends CallName>(
  name: Name,
  input: CallInputs[Name],
): Promise<CallAnswers[Name] | null> {
  const answer = await windowApi().call(name, input);
  if (answer.ok) return answer.value;
  showNotes([answer.error.message], 'warning');
  return null;
}
