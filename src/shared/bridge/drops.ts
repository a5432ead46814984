import { z } from 'zod';
import type { FileProblemCode } from '../messages/failures/files.ts';
import { type FolderChoice, folderChoices, folderWays } from '../submissions/queue-settings.ts';
import { call, event, fileCall, uniqueListOf } from './call.ts';
import { passphrase } from './encryption.ts';
import type { AddAnswer, AddNote, CostEstimate, LeftOut } from './submissions.ts';

/** Kept for an account. */
export type DropChoices = {
  readonly folders: FolderChoice;
  /** Whether the manifest of a folder says when its files were last changed. */
  readonly keepsTimes: boolean;
};

export type WeighAnswer =
  | { readonly kind: 'added'; readonly answer: AddAnswer }
  | { readonly kind: 'asks'; readonly dropId: number };

/** What a drop takes that goes in one of the ways. */
export type WayLoad = {
  readonly submissions: number;
  /** From what the account has paid before; null while that is nothing. */
  readonly estimate: CostEstimate | null;
  /** Seconds that the service's limit alone makes it take; 0 where no limit is known. */
  readonly seconds: number;
};

export type WeighedFolder = {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Folders in it with nothing in them: they are kept too. */
  readonly emptyFolders: number;
  /** Those of its files that cannot go with the others as they are, and the first of them; null where there is none. */
  readonly problems: { readonly count: number; readonly path: string; readonly why: FileProblemCode } | null;
};

/** A drop that was looked at. Nothing of it is in the list yet. */
export type WeighedDrop = {
  readonly dropId: number;
  readonly accountId: string;
  /** It is to be kept private: that anybody may read it takes an approval. */
  readonly isPrivate: boolean;
  /** Of all, those in folders too. */
  readonly files: number;
  readonly bytes: number;
  /** Those that were dropped by themselves, and the name of the first. */
  readonly looseFiles: number;
  readonly looseName: string | null;
  readonly folders: readonly WeighedFolder[];
  readonly leftOut: LeftOut;
  readonly notes: readonly AddNote[];
  /** Null in a way that it cannot go: without a folder, or where one has more in it than goes together. */
  readonly ways: { readonly separate: WayLoad; readonly together: WayLoad | null; readonly shared: WayLoad | null };
  readonly choices: DropChoices;
};

/** `passphrase`: null for the one that is kept; `keep`: it is kept from now on. `recipients`: the account's list as it is. */
const readers = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('public') }),
  z.strictObject({ kind: z.literal('passphrase'), passphrase: passphrase.nullable(), keep: z.boolean() }),
  z.strictObject({ kind: z.literal('recipients') }),
]);
export type DropReaders = Readonly<z.output<typeof readers>>;

const dropId = z.number().int().positive();

export const dropCalls = {
  /** Adds what was dropped, or finds out what the user is asked about. `isPrivate`: dropped to be kept private. */
  'drops.weigh': fileCall(
    'send',
    z.strictObject({ paths: uniqueListOf(z.string().max(32_768), 200_000), isPrivate: z.boolean() }),
  ).answering<WeighAnswer>(),
  /** A drop once all of it was looked at, which may take minutes. */
  'drops.weighed': call({ dropId }).answering<WeighedDrop>(),
  /** The drops of the shown account that the person is being asked about, oldest first. */
  'drops.asked': call({}).answering<{ readonly dropIds: readonly number[] }>(),
  'drops.forget': call({ dropId }),
  /** `remember`: the account's folders go so from now on, without a question. */
  'drops.add': call({
    dropId,
    folders: z.enum(folderWays),
    keepsTimes: z.boolean(),
    readers,
    remember: z.boolean(),
  }).answering<AddAnswer>(),
  'drops.choices': call({}).answering<DropChoices>(),
  'drops.choose': call({ folders: z.enum(folderChoices), keepsTimes: z.boolean() }),
  /** Typed again for those of these rows whose passphrase is lost, which are answered; they are to be retried then. */
  'drops.givePassphrase': call({ ids: uniqueListOf(z.number().int().positive(), 200_000), passphrase })
    .atMost(8)
    .answering<{ readonly ids: readonly number[] }>(),
  /** Goes on without those files of a folder that keep it from being sent; it is to be retried then. */
  'drops.leaveOut': call({ id: z.number().int().positive() }),
} as const;

export const dropEvents = {
  'drops.counted': event<{ readonly dropId: number; readonly files: number; readonly bytes: number }>(),
} as const;
