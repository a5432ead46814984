export { FileDrop } from './AddFiles.tsx';
export { chooseFiles } from './commands.ts';
export { takeOpened } from './drop-question.ts';
export { SubmitBadge, SubmitScreen } from './SubmitScreen.tsx';
