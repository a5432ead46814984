import { distrustCredentials, payingTokens } from './accounts/index.ts';
import { distrustDeposits } from './deposits/index.ts';
import type { PutBack } from './storage/index.ts';
import { distrustQueue, latestInstant } from './submissions/index.ts';

/** Marks all that a database cannot know which took the place of a later one. */
export const putBack: PutBack = {
  latestInstant,
  distrust(database, takenAt, restoredAt) {
    distrustQueue(database, takenAt, restoredAt, payingTokens(database));
    distrustDeposits(database, takenAt, restoredAt);
    distrustCredentials(database);
  },
};
