export { openVerify } from './commands.ts';
export { VerifyScreen } from './VerifyScreen.tsx';
