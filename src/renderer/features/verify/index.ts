export { CheckDialog } from './CheckDialog.tsx';
export { checkAgainst } from './check-dialog.ts';
export { checkOverlay } from './check-words.ts';
export { openVerify } from './commands.ts';
export { VerifyScreen } from './VerifyScreen.tsx';
