import { z } from 'zod';
import type { FileProblemCode } from '../messages/failures/files.ts';
import { type FolderChoice, folderChoices, folderWays } from '../submissions/queue-settings.ts';
import { accountIdInput, appIdInput, submitByInput } from './accounts.ts';
import { call, event, fileCall, type Immutable, uniqueListOf } from './call.ts';
import { MOST_RECIPIENTS, passphrase, publicKey } from './encryption.ts';
import { type AddAnswer, type AddNote, type CostEstimate, type LeftOut, shownCost } from './submissions.ts';

/** Stored per account. */
export type DropChoices = {
  readonly folders: FolderChoice;
  /** True if a folder's manifest contains the modification times of its files. */
  readonly keepsTimes: boolean;
};

export type WeighAnswer =
  | { readonly kind: 'added'; readonly answer: AddAnswer }
  | { readonly kind: 'asks'; readonly dropId: number };

/** The cost of sending a drop in one of the ways. */
export type WayLoad = {
  readonly submissions: number;
  /** Computed from earlier payments of the account; null without any. */
  readonly estimate: CostEstimate | null;
  /** The minimum duration under the service's rate limit, in seconds; 0 if no limit is known. */
  readonly seconds: number;
};

export type WeighedFolder = {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** The number of files that cannot be sent with the others as they are, and the first one; null if there is none. */
  readonly problems: { readonly count: number; readonly path: string; readonly why: FileProblemCode } | null;
};

/** A drop that was read completely. None of its files is in the list yet. */
export type WeighedDrop = {
  readonly dropId: number;
  readonly accountId: string;
  /** The user dropped it as private. Sending it publicly needs an approval. */
  readonly isPrivate: boolean;
  /** All files, including those in folders. */
  readonly files: number;
  readonly bytes: number;
  /** The number of files dropped without a folder, and the name of the first. */
  readonly looseFiles: number;
  readonly looseName: string | null;
  readonly folders: readonly WeighedFolder[];
  readonly leftOut: LeftOut;
  readonly notes: readonly AddNote[];
  /** Null if the way is impossible: the drop has no folder, or a folder exceeds the limit for one row. */
  readonly ways: { readonly separate: WayLoad; readonly together: WayLoad | null };
  readonly choices: DropChoices;
};

/**
 * `passphrase`: null for the stored one; `keep`: store it. `recipients`: `publicKeys`, or the account's current list.
 */
const readers = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('public') }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: passphrase.nullable(), keep: z.boolean() }),
  z.strictObject({
    kind: z.literal('recipients'),
    publicKeys: z.array(publicKey).min(1).max(MOST_RECIPIENTS).exactOptional(),
  }),
]);
export type DropReaders = Immutable<z.output<typeof readers>>;

const dropId = z.number().int().positive();

export const dropCalls = {
  /** Adds the dropped files, or starts a drop that the user is asked about. `isPrivate`: dropped as private. */
  'drops.weigh': fileCall(
    z.strictObject({ paths: uniqueListOf(z.string().max(32_768), 200_000), isPrivate: z.boolean() }),
  ).answering<WeighAnswer>(),
  /**
   * Starts a drop for a program, which calls `drops.weighed`, asks the user, and calls `drops.add`. The window never asks
   * about it.
   */
  'drops.prepare': fileCall(
    z.strictObject({
      accountId: accountIdInput,
      paths: uniqueListOf(z.string().max(32_768), 200_000),
      readers,
    }),
  ).answering<{ readonly dropId: number }>(),
  /** The result of reading a drop, which may take minutes. */
  'drops.weighed': call({ dropId }).answering<WeighedDrop>(),
  /** The drops of the shown account that are open questions to the user, oldest first. */
  'drops.asked': call({}).answering<{ readonly dropIds: readonly number[] }>(),
  'drops.forget': call({ dropId }),
  /** `remember`: folders of this account use these choices from now on, without a question. */
  'drops.add': call({
    dropId,
    folders: z.enum(folderWays),
    keepsTimes: z.boolean(),
    readers,
    remember: z.boolean(),
    /** Absent for the app id of the account. */
    appId: appIdInput.exactOptional(),
    /**
     * The user's approval of a drop of a program, with the facts that they saw. Nothing is added if these have changed.
     * Without it, nothing of such a drop is added.
     */
    approved: z
      .strictObject({ address: z.string().max(2_000).nullable(), submitBy: submitByInput, cost: shownCost.nullable() })
      .exactOptional(),
  }).answering<AddAnswer>(),
  'drops.choices': call({}).answering<DropChoices>(),
  'drops.choose': call({ folders: z.enum(folderChoices), keepsTimes: z.boolean() }),
  /** Enters a lost passphrase again. Answers with the rows that needed it, which are to be retried. */
  'drops.givePassphrase': call({ ids: uniqueListOf(z.number().int().positive(), 200_000), passphrase }).answering<{
    readonly ids: readonly number[];
  }>(),
  /** Excludes the files that keep a folder from being sent. The row is to be retried afterwards. */
  'drops.leaveOut': call({ id: z.number().int().positive() }),
} as const;

export const dropEvents = {
  'drops.counted': event<{ readonly dropId: number; readonly files: number; readonly bytes: number }>(),
} as const;
