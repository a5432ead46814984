import type { OpenWith } from '../../../shared/bridge/encryption.ts';
import type { Receipt } from '../../../shared/bridge/receipts.ts';
import type { Result } from '../../../shared/failures/failure.ts';
import { failureMessage } from '../../../shared/messages/failures/failure-message.ts';
import { sentInstead } from '../../../shared/submissions/parts.ts';
import { isReceiptFile, mayBePrinted, mayBeReceipt } from '../../../shared/submissions/verification.ts';
import { change, windowApi } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { showNotes } from '../../ui/notes.tsx';
import {
  emptyVerify,
  type Given,
  isReference,
  nameOfReference,
  type Reference,
  type ReferenceFile,
  useVerify,
  type VerifyState,
} from './verify-state.ts';

const set = (change: Partial<VerifyState>): void => useVerify.setState(change);
const unanswered = { run: { kind: 'idle' }, notOpened: null, asking: { kind: 'not-asked' } } as const;
const closed: OpenWith = { kind: 'nothing' };

/** Opens the screen for a submission on this computer. The user then adds the file. */
export function openVerify(submissionId: string): void {
  startOver();
  takeId(submissionId);
  goTo('verify');
}

/** `isFolder` comes from the drop or the file dialog. */
export function takeFile(file: File, isFolder = false): void {
  stop();
  set({ given: givenOf(file, isFolder), ...unanswered });
  void compare();
}

export async function takeReceipt(file: File): Promise<void> {
  if (!(await isPrinted(file))) await takeReference({ kind: 'given', file });
}

/** True for a printed receipt. It is reported as such, and replaces no file. */
async function isPrinted(file: File): Promise<boolean> {
  if (!mayBePrinted(file.name)) return false;
  const answer = await read({ kind: 'given', file });
  if (answer.ok || answer.error.code !== 'receipt-printed') return false;
  showNotes([failureMessage(answer.error)], 'warning');
  return true;
}

/**
 * Opens the screen for a receipt that was opened with Dropslip. The user then adds the file. `others` is the number of
 * further files opened with it.
 */
export async function verifyOpened(openedId: string, name: string, others: number): Promise<void> {
  startOver();
  goTo('verify');
  if (others > 0) showNotes(['Only the first receipt was used.'], 'info');
  await takeReference({ kind: 'opened', openedId, name });
}

async function takeReference(file: ReferenceFile): Promise<void> {
  stop();
  set({ reference: { kind: 'reading', file }, ...unanswered });
  const answer = await read(file);
  // The user chose another one meanwhile.
  const { reference } = useVerify.getState();
  if (reference.kind !== 'reading' || reference.file !== file) return;
  if (!answer.ok) return set({ reference: { kind: 'refused', name: nameOfReference(file), reason: answer.error } });
  const [first = null] = answer.value;
  const chosen = answer.value.length === 1 ? first : null;
  set({ reference: { kind: 'receipt', file, receipts: answer.value, chosen } });
  void compare();
}

function read(file: ReferenceFile): Promise<Result<readonly Receipt[]>> {
  return file.kind === 'given'
    ? windowApi().callWithFiles('receipts.read', [file.file], {})
    : windowApi().call('receipts.readOpened', { openedId: file.openedId });
}

/** Chooses one of several receipts, for a file that is lost. */
export function chooseReceipt(chosen: Receipt): void {
  const { reference } = useVerify.getState();
  if (reference.kind === 'receipt') set({ reference: { ...reference, chosen } });
}

export function takeId(text: string): void {
  const submissionId = text.trim();
  if (submissionId === '') return;
  stop();
  set({ reference: { kind: 'id', submissionId }, ...unanswered });
  void compare();
}

/**
 * Handles a drop on the file's place. While there is no receipt, a dropped receipt is accepted as one, as users may
 * miss its place.
 */
export async function takeDroppedFile(file: File, folders: ReadonlySet<File>): Promise<void> {
  if (useVerify.getState().reference.kind === 'none') await takeAny([file], folders);
  else if (!(await isPrinted(file))) takeFile(file, folders.has(file));
}

/** Handles a drop anywhere on the screen: receipts go to the receipt's place, other files to the file's place. */
export async function takeAny(files: readonly File[], folders: ReadonlySet<File>): Promise<void> {
  for (const file of files.slice(0, 2)) {
    if (!folders.has(file) && (await looksLikeReceipt(file))) await takeReceipt(file);
    else if (!(await isPrinted(file))) takeFile(file, folders.has(file));
  }
}

async function looksLikeReceipt(file: File): Promise<boolean> {
  return mayBeReceipt(file.name) && isReceiptFile(await read({ kind: 'given', file }));
}

export function forgetReference(): void {
  stop();
  set({ reference: { kind: 'none' }, ...unanswered });
}

export function startOver(): void {
  stop();
  useVerify.setState(emptyVerify);
}

/** Stops reading. Both places stay filled, and the last result is shown again. */
export function stop(): void {
  const { run } = useVerify.getState();
  if (run.kind !== 'reading') return;
  set({ run: run.before ?? { kind: 'idle' } });
  void change('receipts.cancelVerify', { checkId: run.checkId });
}

/** Compares once both places are filled. `openWith` opens an encrypted file. */
export async function compare(openWith: OpenWith = closed): Promise<void> {
  const { given, reference, run: known } = useVerify.getState();
  if (given === null || !isReference(reference)) return;
  const isOpening = openWith.kind !== 'nothing';
  const before = isOpening && (known.kind === 'done' || known.kind === 'refused') ? known : null;
  stop();
  const checkId = crypto.randomUUID();
  set({ run: { kind: 'reading', checkId, done: 0, total: null, before }, notOpened: null, asking: unanswered.asking });
  const answer = await verify(given.file, reference, { checkId, openWith });
  const { run } = useVerify.getState();
  if (run.kind !== 'reading' || run.checkId !== checkId) return;
  if (answer.ok) set({ run: { kind: 'done', verification: answer.value } });
  else if (before !== null) set({ run: before, notOpened: answer.error });
  else set({ run: { kind: 'refused', reason: answer.error } });
}

type Usable = Extract<Reference, { readonly kind: 'receipt' | 'id' }>;

function verify(file: File, reference: Usable, how: { readonly checkId: string; readonly openWith: OpenWith }) {
  const api = windowApi();
  if (reference.kind === 'id') {
    const { submissionId } = reference;
    return api.callWithFiles('receipts.verify', [file], { against: 'kept', submissionId, ...how });
  }
  const { file: referenceFile } = reference;
  if (referenceFile.kind === 'given') {
    return api.callWithFiles('receipts.verify', [file, referenceFile.file], { against: 'receipt', ...how });
  }
  const { openedId } = referenceFile;
  return api.callWithFiles('receipts.verify', [file], { against: 'opened', openedId, ...how });
}

export function showProgress(checkId: string, done: number, total: number): void {
  const { run } = useVerify.getState();
  if (run.kind === 'reading' && run.checkId === checkId) set({ run: { ...run, done, total } });
}

export async function askService(): Promise<void> {
  const { run } = useVerify.getState();
  if (run.kind !== 'done') return;
  const { verification } = run;
  if (verification.kind === 'folder') return;
  const { against, file } = verification;
  set({ asking: { kind: 'asking' } });
  const { keccak256, blake2b256, sha256 } = file;
  const answer = await windowApi().call('receipts.askService', {
    submissionId: against.kind === 'receipt' ? against.receipt.submission.id : against.submissionId,
    address: against.kind === 'receipt' ? against.receipt.account.address : null,
    digests: { keccak256, blake2b256, sha256 },
    sent: against.kind === 'receipt' ? sentInstead(against.receipt.composition) : null,
  });
  if (useVerify.getState().run !== run) return;
  set({
    asking: answer.ok ? { kind: 'answered', word: answer.value } : { kind: 'refused', reason: answer.error },
  });
}

function givenOf(file: File, isFolder: boolean): Given {
  const [folder] = file.webkitRelativePath.split('/');
  return folder === undefined || folder === ''
    ? { file, name: file.name, isFolder }
    : { file, name: folder, isFolder: true };
}
