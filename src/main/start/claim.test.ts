import { describe, expect, test } from 'vitest';
import type { DataFolderClaim } from '../../core/storage/index.ts';
import { claimStart } from './claim.ts';

const impossible: DataFolderClaim = { kind: 'impossible', code: 'EROFS', detail: 'read-only file system' };

/** A start where the two locks answer this. Returns the calls. */
function start(folderSays: DataFolderClaim[], shellSays: boolean, isTooLong = false) {
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
    expect(start([taken, taken], false, true)).toMatchObject({ kind: 'taken' });
    expect(start([taken, taken], false, true).calls).not.toContain('request');
  });

  test('that notified nobody waits for an owner that is closing, and leaves it the shell’s lock', () => {
    expect(start([taken, owned], true)).toMatchObject({ kind: 'owned' });
    expect(start([taken, taken], true)).toEqual({
      kind: 'taken',
      calls: ['take', 'request', 'take and wait', 'release'],
    });
  });

  test('in a folder in which nothing can be written says so', () => {
    for (const shell of [true, false]) expect(start([impossible], shell)).toMatchObject({ kind: 'impossible' });
  });
});
