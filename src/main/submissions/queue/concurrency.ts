import type { QueueSettings } from '../../../shared/bridge/submissions.ts';
import type { Lane } from './account-queue.ts';

const SENDS_AT_ONCE = 16;
/** Beyond this many bytes under way, more connections only share the same line. */
const BYTES_AT_ONCE = 32 * 1024 * 1024;
const LARGE_SENDS_AT_ONCE = 2;

/** Whether an account may begin to send one more file of this size. `room`: what its rate limit allows at once. */
export function mayBegin(lane: Lane, size: number, atOnce: QueueSettings['atOnce'], room: number): boolean {
  const underWay = lane.sending.size;
  if (underWay >= room) return false;
  if (atOnce !== 'automatic') return underWay < atOnce;
  return underWay < SENDS_AT_ONCE && (underWay < LARGE_SENDS_AT_ONCE || lane.bytesUnderWay + size <= BYTES_AT_ONCE);
}
