import { CREDITS } from './cost.ts';

/**
 * The amount that a batch may cost without a question: whole base units as decimal text, and their token. `token`:
 * null for a limit without one, which applies to any paying token, but not to credits.
 */
export type SpendingLimit = { readonly amount: string; readonly token: string | null };

/** True if the limit is in another token than the one that pays; `pays`: null if that is unknown. */
export function isOtherToken({ token }: SpendingLimit, pays: string | null): boolean {
  if (pays === null || token === pays) return false;
  // A limit without a token was meant in base units, which are not credits.
  return token !== null || pays === CREDITS;
}

export type QueueSettings = {
  /** The number of parallel uploads. */
  readonly atOnce: 'automatic' | number;
  /** Null for no limit. If another token than the limit's own pays, each file needs an approval. */
  readonly spendingLimit: SpendingLimit | null;
  /** The user is asked before more files than this are sent from one drop; null for never. */
  readonly askBeyondFiles: number | null;
};

/** A number that users drop daily, and far below that of a folder dropped by mistake. */
export const usualAskBeyondFiles = 100;

/**
 * The ways to submit folders of a drop. `separate`: a row and a receipt per file. `together`: one row per folder, whose
 * small files share submissions.
 */
export const folderWays = ['separate', 'together'] as const;
export type FolderWay = (typeof folderWays)[number];

/** The setting for an account's dropped folders: ask the user, or use a fixed way. */
export const folderChoices = ['ask', ...folderWays] as const;
export type FolderChoice = (typeof folderChoices)[number];
