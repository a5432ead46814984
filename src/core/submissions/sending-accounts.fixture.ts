import { RateLimiter } from '../service/index.ts';
import type { SendingAccounts } from './sending-accounts.ts';

/** For tests: accounts that cannot be reached, apart from `changes`. */
export function sendingAccounts(changes: Partial<SendingAccounts> = {}): SendingAccounts {
  const limiter = new RateLimiter({ now: Date.now, monotonic: () => performance.now() });
  return {
    to: () => null,
    reach: () => null,
    destination: () => null,
    submitBy: () => null,
    hasCredits: () => false,
    rateLimiter: () => limiter,
    problem: () => null,
    isPractice: () => false,
    isTrusted: () => false,
    onRefused: () => undefined,
    ...changes,
  };
}
