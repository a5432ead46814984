import { create } from 'zustand';
import { type DepositDraft, emptyDraft } from './deposit-draft.ts';

/** What is typed stays while the person looks at another screen; another account begins anew. */
export const useDepositDraft = create<{ readonly accountId: string; readonly draft: DepositDraft }>(() => ({
  accountId: '',
  draft: emptyDraft,
}));
