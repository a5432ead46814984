export { CheckDialog, checkAgainst, checkOverlay } from './CheckDialog.tsx';
export { openVerify } from './commands.ts';
export { VerifyScreen } from './VerifyScreen.tsx';
