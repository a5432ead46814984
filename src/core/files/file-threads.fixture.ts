import { FileThreads } from './file-threads.ts';

/** For tests: threads as the built app has them, shared by the tests of one file. */
export const files = new FileThreads(new URL('./file-worker.ts', import.meta.url));
