import type { AddAnswer, CallInputs, CallName } from '../../../shared/api.ts';
import type { Failure, Result } from '../../../shared/failure.ts';
import { windowApi } from '../../state/window-api.ts';
import { showNotes } from '../../ui/show-notes.ts';
import type { ItemAction } from './item-actions.ts';

const callByAction = {
  cancel: 'outbox.cancel',
  retry: 'outbox.retry',
  resume: 'outbox.resume',
  remove: 'outbox.remove',
} as const satisfies Record<ItemAction, CallName>;

/** Hands files over to the queue. What could not become a row is told in a notification. */
export async function addFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const answer: Result<AddAnswer> = await windowApi().addFiles(files);
  if (answer.ok) showNotes(answer.value.notes, 'warning');
  else complain(answer.error);
}

export async function act(action: ItemAction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await call(callByAction[action], { ids: [...ids] });
}

export async function clearFinished(): Promise<void> {
  await call('outbox.clearFinished', {});
}

async function call<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<void> {
  const answer: Result<unknown> = await windowApi().call(name, input);
  if (!answer.ok) complain(answer.error);
}

function complain(error: Failure): void {
  showNotes([error.message], 'warning');
}
