import { Digests } from '../digests/index.ts';
import { FileThreads } from '../files/index.ts';

/** The threads that read files, shared by all tests of a process because starting them is slow. They end with the process. */
export const files = fileThreads();
export const digests = new Digests(new URL('../digests/digest-worker.ts', import.meta.url));

/** For a test that needs its own threads. */
export function fileThreads(): FileThreads {
  return new FileThreads(new URL('../files/file-worker.ts', import.meta.url));
}
