import { sentInstead } from '../../../shared/bridge/receipts.ts';
import { change } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { windowApi } from '../../data/window-api.ts';
import { emptyVerify, useVerify, type VerifyState } from './verify-state.ts';

const set = (change: Partial<VerifyState>): void => useVerify.setState(change);
const unanswered = { run: { kind: 'idle' }, asking: { kind: 'not-asked' } } as const;

/** Opens the screen on a submission that this computer keeps; the file is then asked for. */
export function openVerify(submissionId: string): void {
  startOver();
  takeId(submissionId);
  goTo('verify');
}

export function takeFile(file: File): void {
  stop();
  set({ file, ...unanswered });
  void compare();
}

export async function takeReceipt(file: File): Promise<void> {
  stop();
  set({ reference: { kind: 'reading', file }, ...unanswered });
  const answer = await windowApi().callWithFiles('receipts.read', [file], {});
  // Another was chosen meanwhile.
  const { reference } = useVerify.getState();
  if (reference.kind !== 'reading' || reference.file !== file) return;
  if (!answer.ok) return set({ reference: { kind: 'refused', name: file.name, reason: answer.error } });
  set({ reference: { kind: 'receipt', file, receipts: answer.value } });
  void compare();
}

export function takeId(text: string): void {
  const submissionId = text.trim();
  if (submissionId === '') return;
  stop();
  set({ reference: { kind: 'id', submissionId }, ...unanswered });
  void compare();
}

/** Dropped on the file's place: while its receipt is missing, a receipt is that, for people miss the place by a little. */
export async function takeDroppedFile(file: File): Promise<void> {
  if (useVerify.getState().reference.kind === 'none') await takeAny([file]);
  else takeFile(file);
}

/** Files dropped anywhere on the screen: what is a receipt goes to the receipt's place, what is none is the file. */
export async function takeAny(files: readonly File[]): Promise<void> {
  for (const file of files.slice(0, 2)) {
    if (await looksLikeReceipt(file)) await takeReceipt(file);
    else takeFile(file);
  }
}

async function looksLikeReceipt(file: File): Promise<boolean> {
  if (!/\.json$/i.test(file.name)) return false;
  const answer = await windowApi().callWithFiles('receipts.read', [file], {});
  return answer.ok || !['not-a-receipt', 'receipt-too-large', 'receipt-unreadable'].includes(answer.error.code);
}

export function forgetReference(): void {
  stop();
  set({ reference: { kind: 'none' }, ...unanswered });
}

export function startOver(): void {
  stop();
  useVerify.setState(emptyVerify);
}

/** Stops reading; both places stay filled. */
export function stop(): void {
  const { run } = useVerify.getState();
  if (run.kind !== 'reading') return;
  set({ run: { kind: 'idle' } });
  void change('receipts.cancelVerify', { checkId: run.checkId });
}

/** Compares once both places are filled. */
export async function compare(): Promise<void> {
  const { file, reference } = useVerify.getState();
  if (file === null || (reference.kind !== 'receipt' && reference.kind !== 'id')) return;
  stop();
  const checkId = crypto.randomUUID();
  set({ run: { kind: 'reading', checkId, done: 0 }, asking: { kind: 'not-asked' } });
  const answer =
    reference.kind === 'receipt'
      ? await windowApi().callWithFiles('receipts.verify', [file, reference.file], { against: 'receipt', checkId })
      : await windowApi().callWithFiles('receipts.verify', [file], {
          against: 'kept',
          checkId,
          submissionId: reference.submissionId,
        });
  const { run } = useVerify.getState();
  if (run.kind !== 'reading' || run.checkId !== checkId) return;
  set({ run: answer.ok ? { kind: 'done', verification: answer.value } : { kind: 'refused', reason: answer.error } });
}

export function showProgress(checkId: string, done: number): void {
  const { run } = useVerify.getState();
  if (run.kind === 'reading' && run.checkId === checkId) set({ run: { ...run, done } });
}

/** Asks the service what its record says now of the file that was read. */
export async function askService(): Promise<void> {
  const { run } = useVerify.getState();
  if (run.kind !== 'done') return;
  const { against, file } = run.verification;
  set({ asking: { kind: 'asking' } });
  const { keccak256, blake2b256, sha256 } = file;
  const answer = await windowApi().call('receipts.askService', {
    submissionId: against.kind === 'receipt' ? against.receipt.submission.id : against.submissionId,
    address: against.kind === 'receipt' ? against.receipt.account.address : null,
    digests: { keccak256, blake2b256, sha256 },
    sent: against.kind === 'receipt' && against.receipt.version === 3 ? sentInstead(against.receipt) : null,
  });
  if (useVerify.getState().run !== run) return;
  set({
    asking: answer.ok ? { kind: 'answered', word: answer.value } : { kind: 'refused', reason: answer.error },
  });
}
