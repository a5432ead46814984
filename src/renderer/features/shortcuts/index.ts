export { openShortcuts, ShortcutsDialog } from './ShortcutsDialog.tsx';
