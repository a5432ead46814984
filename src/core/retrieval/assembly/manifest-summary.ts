import { folderIdentity, type Manifest } from '../../manifest/index.ts';
import type { Hashers } from './stream-digests.ts';
import type { Laid } from './tree.ts';

/** What a manifest says, without its parts. `files`: null for one file. */
export type ManifestSummary = {
  readonly kind: Manifest['kind'];
  readonly name: string | null;
  readonly size: number;
  /** Of the stream; of a folder that is not encrypted, of what it is (`folderIdentity`). */
  readonly sha256: string | null;
  readonly blake2b256: string | null;
  readonly parts: number;
  /** Bytes. */
  readonly largestPart: number;
  readonly files: number | null;
  readonly renamed: number;
  readonly sealedContents: Uint8Array | null;
};

export type ContentsSummary = {
  readonly name: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly files: number | null;
  readonly renamed: number;
};

/** What a manifest is about is no file yet: another manifest, or encrypted. */
export function isStream({ kind, encryption }: Manifest): boolean {
  return kind === 'manifest' || encryption !== null;
}

export function summaryOf(manifest: Manifest, laid: Laid | null, hashers: Hashers): ManifestSummary {
  const { kind, name, size, sha256, blake2b256, parts, files, folders, encryption } = manifest;
  return {
    kind,
    name,
    size,
    ...(kind === 'folder' && !isStream(manifest)
      ? hashers.ofText(folderIdentity(name ?? '', files, folders))
      : { sha256, blake2b256 }),
    parts: parts.length,
    largestPart: parts.reduce((most, part) => Math.max(most, part.size), 0),
    files: kind === 'folder' ? files.length : null,
    renamed: laid?.renamed ?? 0,
    sealedContents: encryption?.contents ?? null,
  };
}
