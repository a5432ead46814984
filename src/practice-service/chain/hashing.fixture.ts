import { createBLAKE2b } from 'hash-wasm';
import { Bytes } from 'scale-ts';
import { ExtrinsicsTrie } from './extrinsics-root.ts';
import { headerCodec } from './header.ts';

const hasher = await createBLAKE2b(256);

/** BLAKE2b-256. */
export function blake2b(data: Uint8Array): Uint8Array {
  return hasher.init().update(data).digest('binary');
}

/** Hex with `0x`. */
export function hexOf(data: Uint8Array): string {
  return `0x${Buffer.from(data).toString('hex')}`;
}

/** Of hex with `0x`. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}

export function rootOf(extrinsics: readonly Uint8Array[]): string {
  const trie = new ExtrinsicsTrie(extrinsics.length, blake2b);
  const root = trie.root((index) => {
    const value = extrinsics[index] ?? Buffer.alloc(0);
    const leaf = Buffer.concat([trie.leafHead(index, value.length), value]);
    return leaf.length < 32 ? leaf : blake2b(leaf);
  });
  return hexOf(root);
}

type HeaderJson = {
  readonly parentHash: string;
  readonly number: string;
  readonly stateRoot: string;
  readonly extrinsicsRoot: string;
  readonly digest: { readonly logs: readonly string[] };
  readonly extension: {
    readonly V3: {
      readonly appLookup: { readonly size: number };
      readonly commitment: {
        readonly rows: number;
        readonly cols: number;
        readonly commitment: readonly number[];
        readonly dataRoot: string;
      };
    };
  };
};

/** The hash of a header as a node gives it, whose lookup has no entries. */
export function hashOfHeader({ parentHash, number, stateRoot, extrinsicsRoot, digest, extension }: HeaderJson): string {
  const { appLookup, commitment } = extension.V3;
  const coded = headerCodec.enc({
    parentHash: bytesOf(parentHash),
    number: Number(number),
    stateRoot: bytesOf(stateRoot),
    extrinsicsRoot: bytesOf(extrinsicsRoot),
    logs: digest.logs.map((log) => {
      const item = bytesOf(log);
      const value = Bytes().dec(Uint8Array.from(item.subarray(5)));
      return { tag: item[0] === 5 ? 'Seal' : 'PreRuntime', value: { engine: item.subarray(1, 5), value } };
    }),
    extension: {
      tag: 'V3',
      value: {
        appLookup: { size: appLookup.size, index: [] },
        commitment: {
          rows: commitment.rows,
          cols: commitment.cols,
          commitment: Uint8Array.from(commitment.commitment),
          dataRoot: bytesOf(commitment.dataRoot),
        },
      },
    },
  });
  return hexOf(blake2b(coded));
}
