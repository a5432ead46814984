export { type SubmissionsCallParts, submissionsCalls, submissionsFileCalls } from './calls.ts';
export { after, type Clock, type Deadline, msLeft } from './clock.ts';
export type { Likeness } from './intake/given-file.ts';
export { distrustQueue, latestInstant } from './journal/distrust.ts';
export type { Receipt } from './journal/earlier-submissions.ts';
export { fromRow as submissionFromRow, toWindow as submissionToWindow } from './journal/submission.ts';
export type { TriedAgain } from './queue/commands.ts';
export { vouchedIn } from './settling/settlement-words.ts';
export { createSubmissions, type Submissions, type SubmissionsParts } from './submissions.ts';
