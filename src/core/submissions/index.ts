export { submissionHandlers } from './calls.ts';
export type { BytesToSend, ClaimAnswer, Claims } from './claims.ts';
export { type FolderListing, FolderListings } from './content/folder-files.ts';
export { dropHandlers } from './drops/calls.ts';
export { inventoryOf, isHiddenPath, MOST_TOGETHER } from './intake/kept-folder.ts';
export { distrustQueue } from './journal/restored.ts';
export { isStorable, type SlipOfOthers, Slips } from './journal/slips.ts';
export { toWindow as submissionToWindow } from './journal/submission.ts';
export {
  type GivenPath,
  knownFileQueries,
  type ReceivedParts,
  type StateCount,
  type SubmissionProblem,
  SubmissionQueries,
} from './journal/submission-queries.ts';
export type { SendingAccounts } from './sending-accounts.ts';
export { SubmissionLocator } from './submission-locator.ts';
export { Submissions, type SubmissionsOptions } from './submissions.ts';
