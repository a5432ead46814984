import { app } from 'electron';
import { maySingleInstanceLockBeAnothers, type SingleInstanceLock } from './start/claim.ts';

export function singleInstanceLock(userData: string): SingleInstanceLock {
  return {
    request: () => app.requestSingleInstanceLock(),
    release: () => app.releaseSingleInstanceLock(),
    mayBeAnothers: () => maySingleInstanceLockBeAnothers(userData),
  };
}
