import { serve } from '../threads.ts';

/** For tests: a disk without room for a copy. */
serve({ takeCopy: () => ({ kind: 'no-room' }) });
