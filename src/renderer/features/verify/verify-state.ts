import { create } from 'zustand';
import type { Receipt, ServiceWord, Verification } from '../../../shared/bridge/receipts.ts';
import type { Failure } from '../../../shared/failures/failure.ts';

/** What the file is held against. */
export type Reference =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly file: File }
  | { readonly kind: 'receipt'; readonly file: File; readonly receipts: readonly Receipt[] }
  | { readonly kind: 'refused'; readonly name: string; readonly reason: Failure }
  | { readonly kind: 'id'; readonly submissionId: string };

type Run =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly checkId: string; readonly done: number }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'done'; readonly verification: Verification };

type Asking =
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly reason: Failure }
  | { readonly kind: 'answered'; readonly word: ServiceWord };

export type VerifyState = {
  readonly file: File | null;
  readonly reference: Reference;
  readonly run: Run;
  readonly asking: Asking;
};

export const emptyVerify: VerifyState = {
  file: null,
  reference: { kind: 'none' },
  run: { kind: 'idle' },
  asking: { kind: 'not-asked' },
};

/** The verify screen, kept while other screens are open. Written by `commands.ts` alone. */
export const useVerify = create<VerifyState>(() => emptyVerify);
