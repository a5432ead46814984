export { addFiles } from './commands.ts';
export { FileDrop } from './FileDrop.tsx';
export { SubmitScreen } from './SubmitScreen.tsx';
