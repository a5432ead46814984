/** The user's files. Separate threads access them; the main thread never does. */
export type { FileFacts, FileProblem } from './file-calls.ts';
export { FileThreads, OpenFile } from './file-threads.ts';
export { besideHanging, HangingFolders } from './hanging-folders.ts';
export {
  isMadeUp,
  type Links,
  madeUpError,
  openRegularFile,
  realPathOf,
} from './open-regular-file.ts';
export { originalFs } from './original-fs.ts';
export { type Placed, placeAt, savingProblemOf } from './placing.ts';
