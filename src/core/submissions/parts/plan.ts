import { MOST_LEVELS, writeManifest } from '../../manifest/index.ts';

/** Submissions, and how many bytes they are together. */
export type Planned = { readonly submissions: number; readonly bytes: number };

const hash = `0x${'0'.repeat(64)}`;
/** As long as those of services. */
const submissionId = '0'.repeat(36);

/**
 * The manifests of so many slices of a stream: at most as many bytes as they will have, by size alone. Null where even they
 * would need more levels than anybody follows, which only tiny parts of something huge do. `sealed`: bytes of what is inside the
 * encryption; null where there is none.
 */
export function plannedManifests(
  slices: number,
  streamSize: number,
  partSize: number,
  name: string | null,
  sealed: number | null = null,
): Planned | null {
  const own =
    name === null || sealed !== null
      ? []
      : [
          {
            path: name,
            offset: 0,
            size: streamSize,
            sha256: hash,
            blake2b256: hash,
            modified: new Date(0).toISOString(),
          },
        ];
  let submissions = 0;
  let bytes = 0;
  let parts = slices;
  let described = streamSize;
  for (let level = 1; level <= MOST_LEVELS; level += 1) {
    const manifest = manifestBytes(
      parts,
      described,
      partSize,
      level === 1
        ? { name: sealed === null ? name : null, files: own, encryption: sealedAs(sealed) }
        : { name: null, files: [], encryption: null },
    );
    bytes += manifest;
    parts = Math.ceil(manifest / partSize);
    submissions += parts;
    described = manifest;
    if (parts === 1) return { submissions, bytes };
  }
  return null;
}

/** All that a stream takes in parts, its manifests included. */
export function planOf(
  streamSize: number,
  partSize: number,
  name: string | null,
  sealed: number | null = null,
): Planned | null {
  const slices = Math.ceil(streamSize / partSize);
  const manifests = plannedManifests(slices, streamSize, partSize, name, sealed);
  return manifests === null
    ? null
    : { submissions: slices + manifests.submissions, bytes: streamSize + manifests.bytes };
}

type Inside = Pick<Parameters<typeof writeManifest>[0], 'name' | 'files' | 'encryption'>;

function sealedAs(bytes: number | null): Inside['encryption'] {
  return bytes === null ? null : { format: 'age', contents: new Uint8Array(bytes) };
}

/** Of so many parts, each written as long as the last of them. */
function manifestBytes(parts: number, streamSize: number, partSize: number, inside: Inside): number {
  const part = { offset: streamSize, size: partSize, sha256: hash, blake2b256: hash, submissionId };
  const write = (some: (typeof part)[]): number =>
    writeManifest({
      kind: 'manifest',
      ...inside,
      size: streamSize,
      sha256: hash,
      blake2b256: hash,
      parts: some,
      folders: [],
    }).length;
  const one = write([part]);
  return one + (parts - 1) * (write([part, part]) - one);
}
