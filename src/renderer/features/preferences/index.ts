export { PreferencesScreen } from './PreferencesScreen.tsx';
