export { AboutDialog, openAbout } from './AboutDialog.tsx';
