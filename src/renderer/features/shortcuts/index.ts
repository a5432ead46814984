import { deferred } from '../../ui/deferred.tsx';

export { openShortcuts } from './shortcuts-state.ts';

export const ShortcutsDialog = deferred(async () => (await import('../../after-first-view.ts')).ShortcutsDialog);
