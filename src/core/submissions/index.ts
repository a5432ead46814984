export type { SubmissionsParts } from './build.ts';
export { type SubmissionHandlerParts, submissionHandlers } from './calls.ts';
export { type FolderListing, FolderListings } from './content/folder-listings.ts';
export { SubmittedManifests } from './content/submitted-manifests.ts';
export { type DropHandlerParts, dropHandlers } from './drops/calls.ts';
export { inventoryOf, isHiddenPath } from './intake/folders/folder-inventory.ts';
export { MOST_TOGETHER } from './intake/folders/kept-folder.ts';
export { distrustQueue, latestInstant } from './journal/distrust.ts';
export { toWindow as submissionToWindow } from './journal/submission.ts';
export {
  type GivenPath,
  knownFileQueries,
  type ReceivedParts,
  type StateCount,
  type SubmissionProblem,
  SubmissionQueries,
} from './journal/submission-queries.ts';
export { Submissions } from './submissions.ts';
