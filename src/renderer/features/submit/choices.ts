import { z } from 'zod';
import type { Submission } from '../../../shared/bridge/submissions.ts';
import type { FailureCode } from '../../../shared/failures/failure.ts';
import { partsThere } from '../../../shared/messages/submissions.ts';
import { readSubmissionId } from '../../../shared/submissions/submission-id.ts';
import {
  hasReceipt,
  isClaimedElsewhere,
  type SubmissionAction,
  type SubmissionState,
} from '../../../shared/submissions/submission-state.ts';
import type { Question } from '../../ui/ConfirmDialog.tsx';
import { formatCount } from '../../ui/format.ts';

export function actionLabel(action: SubmissionAction, state: SubmissionState): string {
  switch (action) {
    case 'cancel':
      return 'Cancel';
    case 'remove':
      return 'Remove from the list';
    case 'pause':
      return 'Pause';
    case 'resume':
      return 'Resume';
    case 'send-next':
      return 'Send next';
    case 'retry':
      if (state.kind === 'incomplete') return 'Continue';
      if (state.kind === 'delayed' || state.kind === 'cancelled') return 'Retry…';
      return state.kind === 'retrying' ? 'Retry now' : 'Retry';
  }
}

export function removalQuestion(
  { state, parts }: Pick<Submission, 'state' | 'parts'>,
  onYes: () => void,
): Question | null {
  const there = parts === null || hasReceipt(state) ? null : partsThere(parts, formatCount);
  if (there !== null) {
    return {
      title: 'Remove this file?',
      text: `${there} and were paid for. Without the rest, the file cannot be downloaded. If you add the same file again, only the rest is sent and paid for.`,
      yes: 'Remove',
      no: 'Keep it',
      onYes,
    };
  }
  if (state.kind !== 'unsettled') return null;
  return {
    title: 'Remove this file?',
    text: 'It is uncertain if the service accepted this file. If you remove it, Dropslip stops looking for it.',
    yes: 'Remove',
    no: 'Keep it',
    onYes,
  };
}

export type Decision =
  | 'open-original'
  | 'submit-anyway'
  | 'resume'
  | 'submit-unread'
  | 'decide'
  | 'go-on'
  | 'leave-out'
  | 'type-passphrase'
  | 'set-app-id'
  | 'add-token'
  | 'went-through'
  | 'did-not';

export type DecisionPlace = 'row' | 'details';

/**
 * The decisions for a submission that needs the user. An uncertain file is decided only in the details, which have the
 * full explanation; its row has a button to them. If an access token is missing, adding it comes before answers that
 * may pay twice.
 */
export function decisionsFor(
  { state, parts }: Pick<Submission, 'state' | 'parts'>,
  place: DecisionPlace,
  readsRecords: boolean,
): readonly Decision[] {
  // An unsettled part is decided in the list of parts.
  if ((state.kind === 'in-parts' || state.kind === 'incomplete') && parts?.trouble?.status === 'notKnown') {
    return place === 'row' ? ['decide'] : [];
  }
  const leavesOut = troublesIn(state) !== null;
  if (state.kind === 'incomplete') return leavesOut ? ['leave-out', 'go-on'] : ['go-on'];
  if (leavesOut) return ['leave-out'];
  if (state.kind === 'rejected' && state.reason.code === 'passphrase-lost') return ['type-passphrase'];
  if (state.kind === 'rejected' && appIdCodes.has(state.reason.code)) return ['set-app-id'];
  if (state.kind === 'unsettled') {
    if (state.check.kind === 'checking') return [];
    if (place === 'row') return ['decide'];
    return readsRecords ? ['went-through', 'did-not'] : ['add-token', 'went-through', 'did-not'];
  }
  if (state.kind !== 'paused') return [];
  switch (state.why.kind) {
    case 'by-user':
    // The bar above the list answers for the whole drop.
    case 'unapproved':
      return [];
    case 'beyond-spending-limit':
      return ['resume'];
    case 'since-copy':
      return ['submit-unread'];
    case 'duplicate':
      // The other file is not on this computer, and has no receipt to look up.
      return isClaimedElsewhere(state) ? ['submit-anyway'] : ['open-original', 'submit-anyway'];
  }
}

export function decisionLabel(decision: Decision, state: SubmissionState): string {
  switch (decision) {
    case 'open-original':
      return 'Show the other file';
    case 'submit-anyway':
    case 'submit-unread':
      return 'Submit anyway…';
    case 'resume':
      return 'Resume…';
    case 'decide':
      return 'Decide…';
    case 'go-on':
      return 'Continue';
    case 'leave-out':
      return troublesIn(state) === 1 ? 'Continue without it' : 'Continue without them';
    case 'type-passphrase':
      return 'Type the passphrase…';
    case 'set-app-id':
      return 'Set the app id…';
    case 'add-token':
      return 'Add an access token under Accounts';
    case 'went-through':
      return 'It went through…';
    case 'did-not':
      return 'Submit it again (may be paid twice)…';
  }
}

const appIdCodes: ReadonlySet<FailureCode> = new Set(['app-id-required', 'app-id-refused']);

function troublesIn(state: SubmissionState): number | null {
  if (state.kind !== 'rejected' && state.kind !== 'incomplete') return null;
  const { code, values } = state.reason;
  return code === 'folder-files' && values !== undefined ? values.more + 1 : null;
}

/** A typed or pasted submission id. Main verifies that the service knows it. */
export const typedSubmissionId = z
  .string()
  .transform((typed) => typed.trim().replace(/^["'“”]+|["'“”]+$/g, ''))
  .refine((id) => readSubmissionId(id) !== null && !/\s/.test(id), {
    error: 'Enter only the id that the service gave you. It has no spaces.',
  });
