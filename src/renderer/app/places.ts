import { deferred } from '../ui/deferred.tsx';

export const CloseQuestion = deferred();
export const Notices = deferred();
