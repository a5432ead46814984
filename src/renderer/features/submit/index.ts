export { FileDrop } from './AddFiles.tsx';
export { addFiles } from './commands.ts';
export { SubmitScreen } from './SubmitScreen.tsx';
