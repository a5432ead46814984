export { BackgroundPreferences } from './BackgroundPreferences.tsx';
