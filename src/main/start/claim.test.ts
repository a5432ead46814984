import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataFolderClaim } from '../../core/storage/index.ts';
import { claimStart, maySingleInstanceLockBeAnothers } from './claim.ts';

const impossible: DataFolderClaim = { kind: 'impossible', code: 'EROFS', detail: 'read-only file system' };

/** A start where the two locks say this, and what it then holds. */
function start(shellSays: boolean, folderSays: DataFolderClaim, mayBeAnothers = true, isTooLong = false) {
  const held = { shell: false, folder: false };
  let patience = 0;
  let asked = 0;
  const claim = claimStart(
    {
      take: (ms = 0) => {
        patience = ms;
        held.folder = folderSays.kind === 'owned';
        return folderSays;
      },
      release: () => {
        held.folder = false;
      },
    },
    {
      request: () => {
        asked += 1;
        held.shell = shellSays;
        return shellSays;
      },
      release: () => {
        held.shell = false;
      },
      mayBeAnothers: () => mayBeAnothers,
    },
    isTooLong,
  );
  return { claim, held, waits: patience > 0, ...(isTooLong ? { asked } : {}) };
}

describe('a start', () => {
  test('that gets both locks works, and waited for one that was perhaps just ending', () => {
    expect(start(true, { kind: 'owned' })).toEqual({
      claim: { kind: 'owned' },
      held: { shell: true, folder: true },
      waits: true,
    });
  });

  test('whose shell has told another, who has the folder, is over at once', () => {
    expect(start(false, { kind: 'taken' })).toEqual({
      claim: { kind: 'handed-over' },
      held: { shell: false, folder: false },
      waits: false,
    });
  });

  test('whose arguments the shell would cut off asks the data folder first, and the shell only where nobody has it', () => {
    expect(start(false, { kind: 'taken' }, true, true)).toMatchObject({ claim: { kind: 'taken' }, asked: 0 });
    expect(start(true, { kind: 'owned' }, true, true)).toMatchObject({
      claim: { kind: 'owned' },
      held: { shell: true, folder: true },
      asked: 1,
    });
  });

  test('that only the data folder refuses holds nothing: the owner can have the shell’s lock again', () => {
    expect(start(true, { kind: 'taken' })).toMatchObject({
      claim: { kind: 'taken' },
      held: { shell: false, folder: false },
    });
  });

  test('that only the shell refuses does not work either', () => {
    expect(start(false, { kind: 'owned' })).toMatchObject({
      claim: { kind: 'taken' },
      held: { shell: false, folder: false },
    });
  });

  test('works where the shell can make no lock and the data folder is free', () => {
    expect(start(false, { kind: 'owned' }, false)).toMatchObject({
      claim: { kind: 'owned' },
      held: { shell: false, folder: true },
    });
  });

  test('that the data folder refuses where the shell can make no lock has told nobody of itself', () => {
    expect(start(false, { kind: 'taken' }, false)).toMatchObject({
      claim: { kind: 'taken' },
      held: { shell: false, folder: false },
    });
  });

  test('in a folder in which nothing can be written says so, whatever the shell says', () => {
    for (const shell of [true, false]) {
      expect(start(shell, impossible)).toMatchObject({ claim: impossible, held: { shell: false, folder: false } });
    }
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
