import type { CallInputs, CallName } from '../../../shared/bridge/bridge.ts';
import type { Failure, Result } from '../../../shared/bridge/failure.ts';
import type { PauseReason, QueueSettings } from '../../../shared/bridge/submissions.ts';
import { windowApi } from '../../data/window-api.ts';
import { windowStore } from '../../data/window-store.ts';
import { showNotes } from '../../ui/feedback/notes.tsx';
import type { SubmissionAction } from './submission-actions.ts';

const callByAction = {
  cancel: 'submissions.cancel',
  retry: 'submissions.retry',
  pause: 'submissions.pause',
  'send-next': 'submissions.moveToFront',
  remove: 'submissions.remove',
} as const satisfies Record<Exclude<SubmissionAction, 'resume'>, CallName>;

/** Hands files over to the queue. What could not become a row is told in a notification. */
export async function addFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const answer = await windowApi().callWithFiles('submissions.add', files, {});
  if (answer.ok) showNotes(answer.value.notes, 'warning');
  else complain(answer.error);
}

export async function act(action: SubmissionAction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  if (action === 'resume') await resume(ids, 'by-person');
  else await call(callByAction[action], { ids: [...ids] });
}

/**
 * Says yes to `why` for what was seen to wait for it; main asks first where that costs. What waits for something else by now
 * is left alone.
 */
export async function resume(ids: readonly number[], why: PauseReason['kind']): Promise<void> {
  if (ids.length === 0) return;
  await call('submissions.resume', { ids: [...ids], why });
}

export async function clearFinished(): Promise<void> {
  await call('submissions.clearFinished', {});
}

/** A person's word that the service has an unsettled file under `submissionId`. Null when main found it so. */
export async function settleWentThrough(id: number, submissionId: string): Promise<Failure | null> {
  const verdict = { kind: 'went-through', submissionId } as const;
  const answer = await windowApi().call('submissions.settleByHand', { id, verdict });
  return answer.ok ? null : answer.error;
}

/** A person's word that the service never took an unsettled file: it is sent again once main has asked them. */
export async function settleDidNot(id: number): Promise<void> {
  await call('submissions.settleByHand', { id, verdict: { kind: 'did-not' } });
}

/** Null when main keeps them now. */
export async function saveQueueSettings(settings: QueueSettings): Promise<Failure | null> {
  const answer = await windowApi().call('submissions.settings', settings);
  if (!answer.ok) return answer.error;
  // Main has just said that it keeps them; no event tells of it.
  windowStore.setState({ queueSettings: settings });
  return null;
}

export async function copyText(text: string, done: string): Promise<void> {
  const answer = await windowApi().call('app.copyText', { text });
  if (answer.ok) showNotes([done], 'info');
  else complain(answer.error);
}

async function call<Name extends CallName>(name: Name, input: CallInputs[Name]): Promise<void> {
  const answer: Result<unknown> = await windowApi().call(name, input);
  if (!answer.ok) complain(answer.error);
}

function complain(error: Failure): void {
  showNotes([error.message], 'warning');
}
