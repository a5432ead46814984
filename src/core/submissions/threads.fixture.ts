import { afterAll } from 'vitest';
import { Digests } from '../digests/index.ts';
import { FileThreads } from '../files/index.ts';

/** The threads that read files, for all tests of a file: to start them takes longer than most of what they are asked. */
export const files = fileThreads();
export const digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));
afterAll(() => Promise.all([files.close(), digests.close()]));

/** For a test that is to have its own. */
export function fileThreads(): FileThreads {
  return new FileThreads(new URL('../files/file-worker.ts', import.meta.url));
}
