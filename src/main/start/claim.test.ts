import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataFolderClaim } from '../../core/storage/index.ts';
import { claimStart, maySingleInstanceLockBeAnothers } from './claim.ts';

const impossible: DataFolderClaim = { kind: 'impossible', code: 'EROFS', detail: 'read-only file system' };

/** A start where the two locks answer this. Returns the calls. */
function start(folderSays: DataFolderClaim[], shellSays: boolean, mayBeAnothers = true, isTooLong = false) {
  const calls: string[] = [];
  const claim = claimStart(
    (ms = 0) => {
      calls.push(ms > 0 ? 'take and wait' : 'take');
      return folderSays[calls.filter((call) => call.startsWith('take')).length - 1] ?? { kind: 'taken' };
    },
    {
      request: () => {
        calls.push('request');
        return shellSays;
      },
      release: () => {
        calls.push('release');
      },
      mayBeAnothers: () => mayBeAnothers,
    },
    isTooLong,
  );
  return { kind: claim.kind, calls };
}
const [owned, taken] = [{ kind: 'owned' }, { kind: 'taken' }] as const;

describe('a start', () => {
  test('that gets the data folder hears of later starts, and runs even if the shell’s lock is impossible', () => {
    for (const shell of [true, false])
      expect(start([owned], shell)).toEqual({ kind: 'owned', calls: ['take', 'request'] });
  });

  test('whose shell has notified the owner of the data folder is over at once', () => {
    expect(start([taken], false)).toEqual({ kind: 'handed-over', calls: ['take', 'request'] });
  });

  test('whose arguments the shell would cut off notifies nobody', () => {
    expect(start([taken, taken], false, true, true)).toMatchObject({ kind: 'taken' });
    expect(start([taken, taken], false, true, true).calls).not.toContain('request');
  });

  test('that notified nobody waits for an owner that is closing, and leaves it the shell’s lock', () => {
    expect(start([taken, owned], true)).toMatchObject({ kind: 'owned' });
    expect(start([taken, taken], true)).toEqual({
      kind: 'taken',
      calls: ['take', 'request', 'take and wait', 'release'],
    });
    expect(start([taken, taken], false, false)).toMatchObject({ kind: 'taken' });
  });

  test('in a folder in which nothing can be written says so', () => {
    for (const shell of [true, false]) expect(start([impossible], shell)).toMatchObject({ kind: 'impossible' });
  });
});

test.skipIf(process.platform === 'win32')(
  'the shell’s lock is nobody’s only where neither it nor its socket is there',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-claim-'));
    const leadTo = (name: string, target: string) => symlinkSync(target, join(folder, name));
    expect(maySingleInstanceLockBeAnothers(folder)).toBe(false);
    // Left behind by a crash: where it leads nobody listens.
    leadTo('SingletonSocket', '/nowhere/SingletonSocket');
    expect(maySingleInstanceLockBeAnothers(folder)).toBe(false);
    rmSync(join(folder, 'SingletonSocket'));
    leadTo('SingletonSocket', folder);
    expect(maySingleInstanceLockBeAnothers(folder)).toBe(true);
    rmSync(join(folder, 'SingletonSocket'));
    leadTo('SingletonLock', 'somewhere-4711');
    expect(maySingleInstanceLockBeAnothers(folder)).toBe(true);
    rmSync(folder, { recursive: true });
  },
);
