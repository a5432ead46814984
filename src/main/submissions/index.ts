export { type SubmissionHandlerParts, submissionHandlers } from './calls.ts';
export { after, type Clock, type Deadline, msLeft } from './clock.ts';
export type { Likeness } from './intake/given-file.ts';
export { distrustQueue, latestInstant } from './journal/distrust.ts';
export type { Receipt } from './journal/earlier-submissions.ts';
export { toWindow as submissionToWindow } from './journal/submission.ts';
export {
  type GivenPath,
  type KnownFile,
  knownFileQueries,
  type ReceivedFile,
  type StateCount,
  SubmissionQueries,
  type Trouble,
} from './journal/submission-queries.ts';
export type { TriedAgain } from './queue/commands.ts';
export type { SubmissionsParts } from './rooms.ts';
export { Submissions } from './submissions.ts';
