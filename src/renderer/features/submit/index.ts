export { FileDrop } from './AddFiles.tsx';
export { chooseFiles } from './commands.ts';
export { SubmitScreen } from './SubmitScreen.tsx';
