import type { Failure } from './failure.ts';

/** Files of one gesture. A folder is one, whatever is in it. */
export const MOST_GIVEN = 200_000;
export const tooManyGiven: Failure = {
  code: 'too-many-files',
  message: 'These are more than 200,000 files at once. Drop the folder that they are in instead.',
};
