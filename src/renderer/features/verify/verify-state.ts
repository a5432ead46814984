import { create } from 'zustand';
import type { Receipt, Verification } from '../../../shared/bridge/receipts.ts';
import type { Failure, Result } from '../../../shared/failures/failure.ts';
import { isReceiptFile, mayBeReceipt } from '../../../shared/submissions/verification.ts';
import { change, windowApi } from '../../data/calls.ts';
import { goTo } from '../../data/navigation.ts';
import { windowEvents } from '../../data/window-events.ts';
import { showNotes } from '../../ui/notes.tsx';

/**
 * The file or folder to compare. A chosen folder is represented by one of its files, from which main finds the folder.
 */
export type Given = { readonly file: File; readonly name: string; readonly isFolder: boolean };

/** The file of a receipt: given to the window, or opened with Dropslip and stored in main. */
type ReferenceFile =
  | { readonly kind: 'given'; readonly file: File; readonly name: string }
  | { readonly kind: 'opened'; readonly openedId: string; readonly name: string };

type Usable =
  | { readonly kind: 'receipt'; readonly file: ReferenceFile; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'id'; readonly submissionId: string };

export type Reference =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly file: ReferenceFile }
  | { readonly kind: 'refused'; readonly file: ReferenceFile; readonly reason: Failure }
  | Usable;

export type Run =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly checkId: string; readonly done: number; readonly total: number }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'done'; readonly verification: Verification };

type VerifyState = { readonly given: Given | null; readonly reference: Reference; readonly run: Run };

const empty: VerifyState = { given: null, reference: { kind: 'none' }, run: { kind: 'idle' } };

/** The state of the verify screen, kept while other screens are open. */
export const useVerify = create<VerifyState>(() => empty);

windowEvents.on('receipts.verify-progress', ({ checkId, done, total }) => {
  const { run } = useVerify.getState();
  if (run.kind === 'reading' && run.checkId === checkId) useVerify.setState({ run: { ...run, done, total } });
});

export function openVerify(submissionId: string): void {
  startOver();
  takeId(submissionId);
  goTo('verify');
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

/** `isFolder` comes from the drop or the file dialog. */
export function takeFile(file: File, isFolder = false): void {
  stop();
  const [folder = ''] = file.webkitRelativePath.split('/');
  const given = folder === '' ? { file, name: file.name, isFolder } : { file, name: folder, isFolder: true };
  useVerify.setState({ given, run: { kind: 'idle' } });
  void compare();
}

export function takeReceipt(file: File): Promise<void> {
  return takeReference({ kind: 'given', file, name: file.name });
}

export function takeId(text: string): void {
  stop();
  useVerify.setState({ reference: { kind: 'id', submissionId: text.trim() }, run: { kind: 'idle' } });
  void compare();
}

/** Handles a drop anywhere on the screen: receipts go to the receipt's place, other files to the file's place. */
export async function takeAny(files: readonly File[], folders: ReadonlySet<File>): Promise<void> {
  for (const file of files.slice(0, 2)) {
    const mayBe = !folders.has(file) && mayBeReceipt(file.name);
    if (mayBe && isReceiptFile(await read({ kind: 'given', file, name: file.name }))) await takeReceipt(file);
    else takeFile(file, folders.has(file));
  }
}

async function takeReference(file: ReferenceFile): Promise<void> {
  stop();
  const reading = { kind: 'reading', file } as const;
  useVerify.setState({ reference: reading, run: { kind: 'idle' } });
  const answer = await read(file);
  // The user chose another one meanwhile.
  if (useVerify.getState().reference !== reading) return;
  useVerify.setState({
    reference: answer.ok
      ? { kind: 'receipt', file, receipts: answer.value }
      : { kind: 'refused', file, reason: answer.error },
  });
  void compare();
}

function read(file: ReferenceFile): Promise<Result<readonly Receipt[]>> {
  return file.kind === 'given'
    ? windowApi().callWithFiles('receipts.read', [file.file], {})
    : windowApi().call('receipts.readOpened', { openedId: file.openedId });
}

export function forgetReference(): void {
  stop();
  useVerify.setState({ reference: { kind: 'none' }, run: { kind: 'idle' } });
}

export function startOver(): void {
  stop();
  useVerify.setState(empty);
}

export function stop(): void {
  const { run } = useVerify.getState();
  if (run.kind !== 'reading') return;
  useVerify.setState({ run: { kind: 'idle' } });
  void change('receipts.cancelVerify', { checkId: run.checkId });
}

export function isUsable(reference: Reference): reference is Usable {
  return reference.kind === 'receipt' || reference.kind === 'id';
}

export async function compare(): Promise<void> {
  const { given, reference } = useVerify.getState();
  if (given === null || !isUsable(reference)) return;
  const checkId = crypto.randomUUID();
  useVerify.setState({ run: { kind: 'reading', checkId, done: 0, total: given.file.size } });
  const answer = await verify(given.file, reference, checkId);
  const { run } = useVerify.getState();
  if (run.kind !== 'reading' || run.checkId !== checkId) return;
  useVerify.setState({
    run: answer.ok ? { kind: 'done', verification: answer.value } : { kind: 'refused', reason: answer.error },
  });
}

function verify(file: File, reference: Usable, checkId: string): Promise<Result<Verification>> {
  const api = windowApi();
  if (reference.kind === 'id') {
    const { submissionId } = reference;
    return api.callWithFiles('receipts.verify', [file], { against: 'kept', submissionId, checkId });
  }
  return reference.file.kind === 'given'
    ? api.callWithFiles('receipts.verify', [file, reference.file.file], { against: 'receipt', checkId })
    : api.callWithFiles('receipts.verify', [file], { against: 'opened', openedId: reference.file.openedId, checkId });
}
