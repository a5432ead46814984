import { session } from 'electron';
import { followSystemProxy } from '../../core/service/index.ts';

/**
 * Lets services be reached as the system's settings say. The windows' session knows only the way to nowhere; this one follows the
 * system, and no page is ever in it. It comes with the first question, because a session takes time to make.
 */
export function followSystemRoutes(): void {
  followSystemProxy((url) => session.fromPartition('system-routes').resolveProxy(url));
}
