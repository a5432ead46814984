import type { Manifest, ManifestPart } from '../../manifest/index.ts';
import { type ExpectedRange, type Hashers, RangeCheck } from './stream-digests.ts';
import { type TargetFile, TargetFiles } from './target-files.ts';

export type WantedPart = {
  readonly kind: 'wanted';
  readonly index: number;
  readonly size: number;
  readonly submissionId: string;
};

/** One that was there already, from an earlier run or as another with the same bytes. */
export type FoundPart = { readonly kind: 'found'; readonly size: number };

/**
 * The parts of one stream on their way to their places. They come in any order; each is written when it has been proven, and
 * the whole is held against its digests as far as it is there without a gap.
 */
export class PartsInOrder {
  readonly #parts: readonly ManifestPart[];
  readonly #target: TargetFiles;
  readonly #hashers: Hashers;
  readonly #checks: readonly RangeCheck[];
  readonly #isFolder: boolean;
  readonly #isThere: Uint8Array;
  /** The first with some bytes: others with the same ones need not be fetched. */
  readonly #byDigest = new Map<string, number>();
  /** Asked for so far, and taken into the checks. */
  #asked = 0;
  #checked = 0;

  constructor(manifest: Manifest, root: string, files: readonly TargetFile[], hashers: Hashers) {
    const { parts, size, sha256, encryption } = manifest;
    this.#parts = parts;
    this.#target = new TargetFiles(root, files);
    this.#hashers = hashers;
    this.#isThere = new Uint8Array(parts.length);
    const whole: readonly ExpectedRange[] = sha256 === null ? [] : [{ offset: 0, size, sha256, name: null }];
    this.#isFolder = manifest.kind === 'folder' && encryption === null;
    const inner = this.#isFolder ? manifest.files.map(rangeOf) : [];
    this.#checks = [whole, inner].filter((ranges) => ranges.length > 0).map((ranges) => new RangeCheck(ranges));
    this.#target.makeEmpty();
  }

  next(): WantedPart | FoundPart | null {
    const index = this.#asked;
    const part = this.#parts[index];
    if (part === undefined) return null;
    this.#asked += 1;
    const { size, submissionId } = part;
    if (this.#isLeftOver(part) || this.#isCopy(part)) {
      this.#have(index, null);
      return { kind: 'found', size };
    }
    return { kind: 'wanted', index, size, submissionId };
  }

  put(index: number, bytes: Uint8Array): boolean {
    const part = this.#parts[index];
    if (part === undefined || !this.#hashers.areOf(bytes, part)) return false;
    this.#target.write(part.offset, bytes);
    this.#have(index, bytes);
    return true;
  }

  /** What does not hold although all parts do; null where everything does. */
  end(): ExpectedRange | null {
    if (this.#checked < this.#parts.length) throw new Error('Not all parts are there.');
    this.#target.close();
    return this.#checks.map(({ wrong }) => wrong).find((wrong) => wrong !== null) ?? null;
  }

  /** Whether nothing but the files is where they were written. */
  isAlone(): boolean {
    return this.#target.areAlone(this.#isFolder);
  }

  close(): void {
    this.#target.close();
  }

  #isLeftOver(part: ManifestPart): boolean {
    const bytes = this.#target.read(part.offset, part.size);
    return bytes !== null && this.#hashers.areOf(bytes, part);
  }

  #isCopy(part: ManifestPart): boolean {
    const first = this.#parts[this.#byDigest.get(part.sha256) ?? -1];
    if (first === undefined) return false;
    const bytes = this.#target.read(first.offset, first.size);
    if (bytes === null || !this.#hashers.areOf(bytes, part)) return false;
    this.#target.write(part.offset, bytes);
    return true;
  }

  /** `bytes`: null where they are to be read from the disk. */
  #have(index: number, bytes: Uint8Array | null): void {
    this.#isThere[index] = 1;
    const own = this.#parts[index];
    if (own !== undefined && !this.#byDigest.has(own.sha256)) this.#byDigest.set(own.sha256, index);
    for (; this.#isThere[this.#checked] === 1; this.#checked += 1) {
      const part = this.#parts[this.#checked];
      if (part === undefined) return;
      const next = this.#checked === index && bytes !== null ? bytes : this.#target.read(part.offset, part.size);
      if (next === null) throw new Error('ENOENT: what was written no longer exists.');
      for (const check of this.#checks) check.update(next);
    }
  }
}

function rangeOf({ offset, size, sha256, path }: Manifest['files'][number]): ExpectedRange {
  return { offset, size, sha256, name: path };
}
