import { deferred } from '../../ui/deferred.tsx';

export const PreferencesScreen = deferred();
