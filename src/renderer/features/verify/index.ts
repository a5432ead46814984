export { CheckDialog, checkAgainst, checkOverlay } from './CheckDialog.tsx';
export { openVerify, verifyOpened } from './commands.ts';
export { VerifyScreen } from './VerifyScreen.tsx';
