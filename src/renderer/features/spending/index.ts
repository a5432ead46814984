export { SpendingScreen } from './SpendingScreen.tsx';
