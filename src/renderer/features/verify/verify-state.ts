import { create } from 'zustand';
import type { Receipt, ServiceWord, Verification } from '../../../shared/bridge/receipts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';

/**
 * The file or folder to compare. A chosen folder is represented by one of its files, from which main finds the folder.
 */
export type Given = { readonly file: File; readonly name: string; readonly isFolder: boolean };

/** The file of a receipt: given to the window, or opened with Dropslip and stored in main. */
export type ReferenceFile =
  | { readonly kind: 'given'; readonly file: File }
  | { readonly kind: 'opened'; readonly openedId: string; readonly name: string };

export type Reference =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly file: ReferenceFile }
  /** `chosen` is the receipt to use without a file; null until the user has chosen among several. */
  | {
      readonly kind: 'receipt';
      readonly file: ReferenceFile;
      readonly receipts: readonly Receipt[];
      readonly chosen: Receipt | null;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: Failure }
  | { readonly kind: 'id'; readonly submissionId: string };

type Answered =
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'done'; readonly verification: Verification };

type Run =
  | { readonly kind: 'idle' }
  /** `before` is the result to restore if the file cannot be opened or the user stops. */
  | {
      readonly kind: 'reading';
      readonly checkId: string;
      readonly done: number;
      readonly total: number | null;
      readonly before: Answered | null;
    }
  | Answered;

type Asking =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'answered'; readonly word: ServiceWord };

export type VerifyState = {
  readonly given: Given | null;
  readonly reference: Reference;
  readonly run: Run;
  /** The reason why the last attempt to open an encrypted file failed. */
  readonly notOpened: Failure | null;
  readonly asking: Asking;
};

export function nameOfReference(file: ReferenceFile): string {
  return file.kind === 'given' ? file.file.name : file.name;
}

export const emptyVerify: VerifyState = {
  given: null,
  reference: { kind: 'none' },
  run: { kind: 'idle' },
  notOpened: null,
  asking: { kind: 'not-asked' },
};

export function isReference(
  reference: Reference,
): reference is Extract<Reference, { readonly kind: 'receipt' | 'id' }> {
  return reference.kind === 'receipt' || reference.kind === 'id';
}

/** The state of the verify screen, kept while other screens are open. Only `commands.ts` writes it. */
export const useVerify = create<VerifyState>(() => emptyVerify);
