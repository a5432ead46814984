import { deferred } from '../ui/deferred.tsx';

/** Parts of the frame that nobody needs in the first moment; `deferred.ts` has what stands there. */
export const CloseQuestion = deferred();
export const Notices = deferred();
