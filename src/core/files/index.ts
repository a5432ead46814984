/** People's files, looked at and read by threads of their own; main itself never touches them. */
export type { FileFacts, FileProblem } from './file-calls.ts';
export { fileSize } from './file-handler.ts';
export { FileThreads, OpenFile } from './file-threads.ts';
export { besideHanging, HangingFolders } from './hanging-folders.ts';
export { HeldFolder } from './held-folder.ts';
export { longestNameIn } from './longest-name.ts';
export {
  isMadeUp,
  type Links,
  madeUpError,
  openRegularFile,
  realPathOf,
  refuseMistakable,
} from './open-regular-file.ts';
export { originalFs } from './original-fs.ts';
export { type Placed, placeAt } from './placing.ts';
export { savingProblemOf } from './saving-problem.ts';
