import { deferred } from '../../ui/deferred.tsx';

export const PreferencesScreen = deferred(async () => (await import('../../after-first-view.ts')).PreferencesScreen);
