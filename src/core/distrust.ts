import { distrustCredentials, payingTokens } from './accounts/index.ts';
import type { Distrust } from './storage/index.ts';
import { distrustQueue } from './submissions/index.ts';

/** Marks everything that restored data cannot know. */
export const distrust: Distrust = (database, restoredAt) => {
  distrustQueue(database, restoredAt, payingTokens(database));
  distrustCredentials(database);
};
