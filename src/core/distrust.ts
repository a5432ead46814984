import { distrustCredentials, payingTokens } from './accounts/index.ts';
import type { Distrust } from './storage/index.ts';
import { distrustQueue } from './submissions/index.ts';

/** Marks everything that may be outdated in restored data. */
export const distrust: Distrust = (database, restoredAt) => {
  distrustQueue(database, restoredAt, payingTokens(database));
  distrustCredentials(database);
};
