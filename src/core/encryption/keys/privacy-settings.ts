import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { privacyKinds } from '../../../shared/bridge/encryption.ts';
import { type Commit, Settings } from '../../storage/index.ts';

const shape = z.object({
  standard: z.enum(privacyKinds),
  recipients: z.array(z.object({ publicKey: z.string(), name: z.string().nullable() })).readonly(),
  ownKey: z.string().nullable(),
  // Earlier versions kept passphrases without.
  passphraseId: z.string().nullable().default(null),
  toldPublic: z.boolean(),
});

/**
 * What is no secret of an account's privacy. `ownKey`: the public one. `passphraseId`: which passphrase was kept last, by a random
 * id that tells nothing of it.
 */
export type KeptPrivacy = Readonly<z.output<typeof shape>>;

const nothingChosen: KeptPrivacy = {
  standard: 'public',
  recipients: [],
  ownKey: null,
  passphraseId: null,
  toldPublic: false,
};

/** In the database, by account. */
export class PrivacySettings {
  readonly #settings: Settings;
  readonly #commit: Commit;

  constructor(database: DatabaseSync, commit: Commit) {
    this.#settings = new Settings(database);
    this.#commit = commit;
  }

  /**
   * What nobody can read any more is as if nothing had been chosen, but for what a drop is: with a passphrase, which a person is
   * asked for. What may have been private must not go out for everybody.
   */
  of(accountId: string): KeptPrivacy {
    const unreadable: KeptPrivacy = { ...nothingChosen, standard: 'passphrase' };
    return this.#settings.json(nameOf(accountId), shape, unreadable) ?? nothingChosen;
  }

  /** Resolves once it is on disk. */
  change(accountId: string, change: (now: KeptPrivacy) => KeptPrivacy): Promise<void> {
    return this.#commit(() => this.#settings.putJson(nameOf(accountId), change(this.of(accountId))));
  }

  forget(accountId: string): Promise<void> {
    return this.#commit(() => this.#settings.delete(nameOf(accountId)));
  }
}

function nameOf(accountId: string): string {
  return `privacy:${accountId}`;
}
