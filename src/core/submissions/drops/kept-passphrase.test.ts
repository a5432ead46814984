import { afterEach, expect, test } from 'vitest';
import { failure, type Result, success } from '../../../shared/failures/failure.ts';
import { openDatabase } from '../../storage/index.ts';
import type { DropKeys } from '../journal/row-encryption.ts';
import { accountId, agreed, closeRigs, openRig, type Rig } from '../submissions.fixture.ts';
import { addFor, laid, readBack } from './private-drops.fixture.ts';

afterEach(closeRigs);

const typed = 'a passphrase that was typed';
const asTyped = { kind: 'passphrase', passphrase: typed, keep: false } as const;
const asKept = { kind: 'passphrase', passphrase: null, keep: false } as const;

/** The keys of an account that keeps a passphrase, or none. */
class KeptPassphrase implements DropKeys {
  #kept: { readonly passphrase: string; readonly id: string } | null = null;
  #ids = 0;

  keep(passphrase: string | null): void {
    this.#ids += 1;
    this.#kept = passphrase === null ? null : { passphrase, id: `kept ${this.#ids}` };
  }

  standard() {
    return 'passphrase' as const;
  }

  async encryptFor() {
    return this.#kept === null
      ? failure({ code: 'passphrase-needed' })
      : success({ kind: 'passphrase', ...this.#kept } as const);
  }

  async keepPassphrase(_accountId: string, passphrase: string): Promise<Result<null>> {
    if (this.#kept !== null) return failure({ code: 'passphrase-kept' });
    this.keep(passphrase);
    return success(null);
  }
}

test('nothing is encrypted with a passphrase of fewer than 8 characters', async () => {
  const rig = await openRig({ keys: new KeptPassphrase() });
  const { drops } = rig.submissions;
  const weighed = await drops.weigh(accountId, [await laid(rig, 'letter.txt', 'a letter')], 'private');
  if (!weighed.ok || weighed.value.kind !== 'asks') throw new Error('It was not asked about.');
  const how = { folders: 'separate', keepsTimes: true, remember: false } as const;
  const tooShort = failure({ code: 'passphrase-not-valid', values: { problem: 'too-short' } });
  for (const keep of [true, false]) {
    const readers = { kind: 'passphrase', passphrase: 'cat', keep } as const;
    expect(await drops.add(weighed.value.dropId, { ...how, readers })).toEqual(tooShort);
  }
  expect(drops.givePassphrase([1], 'cat')).toEqual(tooShort);
  expect(rig.all()).toHaveLength(0);
});

/** Opens a rig in which every drop waits for approval. */
async function openHeld(kept: string | null) {
  const keys = new KeptPassphrase();
  keys.keep(kept);
  const rig = await openRig({ keys });
  await rig.submissions.changeSettings(accountId, { askBeyondFiles: 0 });
  return { rig, keys };
}

async function approveAll(rig: Rig): Promise<void> {
  await rig.submissions.commands.approve(
    rig.all().map(({ id }) => id),
    true,
  );
  await rig.untilAll('confirmed', 'rejected');
}

const lost = { kind: 'rejected', reason: { code: 'passphrase-lost' } };
const back = (rig: Rig, passphrase: string) => readBack(rig, 'letter.txt', { kind: 'passphrase', passphrase });

async function typeAgain(rig: Rig, passphrase: string): Promise<void> {
  const { id } = rig.named('letter.txt');
  expect(rig.submissions.drops.givePassphrase([id], passphrase)).toEqual(success({ ids: [id] }));
}

test('a file whose typed passphrase was forgotten waits for it, not for the kept one', async () => {
  const { rig } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asTyped);
  await rig.restart();
  await approveAll(rig);
  expect(rig.named('letter.txt').state).toMatchObject(lost);
  expect(await rig.ledger()).toHaveLength(0);
  await typeAgain(rig, typed);
  await rig.submissions.commands.retry([rig.named('letter.txt').id], agreed);
  await rig.untilAll('confirmed', 'rejected');
  expect(await back(rig, typed)).toBe('a private letter');
});

test('a removed and restored row waits for its typed passphrase', async () => {
  const { rig } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asTyped);
  await rig.submissions.removals.remove([rig.named('letter.txt').id]);
  await rig.submissions.removals.undo(accountId);
  await approveAll(rig);
  expect(rig.named('letter.txt').state).toMatchObject(lost);
});

test('a file waits for its typed passphrase if another is kept after the drop', async () => {
  const { rig, keys } = await openHeld(null);
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asTyped);
  await rig.restart();
  keys.keep('kept since');
  await approveAll(rig);
  expect(rig.named('letter.txt').state).toMatchObject(lost);
});

test('a file for the kept passphrase is encrypted with it in a later run', async () => {
  const { rig } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asKept);
  await rig.restart();
  await approveAll(rig);
  expect(await back(rig, 'the kept one')).toBe('a private letter');
});

test('a file whose passphrase was typed and kept is encrypted in a later run', async () => {
  const { rig } = await openHeld(null);
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), { ...asTyped, keep: true });
  await rig.restart();
  await approveAll(rig);
  expect(await back(rig, typed)).toBe('a private letter');
});

test('a file for the kept passphrase waits if another one is kept since', async () => {
  const { rig, keys } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asKept);
  await rig.restart();
  keys.keep('another one');
  await approveAll(rig);
  expect(rig.named('letter.txt').state).toMatchObject(lost);
});

test('a passphrase typed in place of the kept one is asked for again after a restart', async () => {
  const { rig, keys } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asKept);
  const kept = await keys.encryptFor();
  keys.encryptFor = async () => failure({ code: 'passphrase-needed' });
  await rig.restart();
  await approveAll(rig);
  await typeAgain(rig, typed);
  keys.encryptFor = async () => kept;
  await rig.written();
  await rig.restart();
  await rig.submissions.commands.retry([rig.named('letter.txt').id], agreed);
  await rig.untilAll('confirmed', 'rejected');
  expect(rig.named('letter.txt').state).toMatchObject(lost);
});

test('a row of an earlier version without a passphrase id waits for the passphrase', async () => {
  const { rig } = await openHeld('the kept one');
  await addFor(rig, await laid(rig, 'letter.txt', 'a private letter'), asKept);
  await rig.restart({
    beforeOpening: (path) => {
      const database = openDatabase(path);
      database.exec(`UPDATE submissions SET encryption = '{"readers":{"kind":"passphrase"},"copy":null}'`);
      database.close();
    },
  });
  await approveAll(rig);
  expect(rig.named('letter.txt').state).toMatchObject(lost);
});
