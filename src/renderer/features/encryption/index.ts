export { PrivacySection } from './PrivacySection.tsx';
/** @public Asked with a drop, by the screen that takes it. */
export { type ReadersChoice, ReadersDialog } from './ReadersDialog.tsx';
