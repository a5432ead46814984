/**
 * What a batch may cost without asking: whole base units as decimal text, and the token they are of. `token`: null for a limit
 * that was set without one; it holds for whichever token pays.
 */
export type SpendingLimit = { readonly amount: string; readonly token: string | null };

export type QueueSettings = {
  /** How many files at a time: chosen by itself, or set. */
  readonly atOnce: 'automatic' | number;
  /** Null for no limit. Where another token pays than its own, each file is asked about. */
  readonly spendingLimit: SpendingLimit | null;
  /** The person is asked before more files than this are sent of what they add at once; null for never. */
  readonly askBeyondFiles: number | null;
};

/** As many as a person drops every day without a thought, and far fewer than a folder dropped by mistake. */
export const usualAskBeyondFiles = 100;

/**
 * How folders of a drop go: each file a row and a receipt of its own; the folder as one row, each of its files in a submission of its
 * own; the same, and small files share submissions.
 */
export const folderWays = ['separate', 'together', 'shared'] as const;
export type FolderWay = (typeof folderWays)[number];

/** What an account's folders do when they are dropped: the person is asked, or they go as they went before. */
export const folderChoices = ['ask', ...folderWays] as const;
export type FolderChoice = (typeof folderChoices)[number];
