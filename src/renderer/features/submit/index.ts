export { SubmitScreen } from './SubmitScreen.tsx';
