import { deferred } from '../../ui/deferred.tsx';

export const SpendingScreen = deferred();
