export { FileDrop } from './AddFiles.tsx';
export { chooseFiles } from './commands.ts';
export { takeOpened } from './drop/asked-drops.ts';
export { DropDialog } from './drop/DropDialog.tsx';
export { PassphraseDialog } from './drop/PassphraseDialog.tsx';
export { SubmitBadge, SubmitScreen } from './SubmitScreen.tsx';
export { FirstLimits } from './settings/FirstLimits.tsx';
