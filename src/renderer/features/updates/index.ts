import { deferred } from '../../ui/deferred.tsx';

export { UpdatesPreferences } from './Updates.tsx';

export const UpdateNotice = deferred(async () => (await import('../../after-first-view.ts')).UpdateNotice);
