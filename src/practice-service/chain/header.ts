import { createHash } from 'node:crypto';
import { Bytes, type CodecType, compact, Enum, Struct, Vector } from 'scale-ts';

const hash = Bytes(32);
const consensusItem = Struct({ engine: Bytes(4), value: Bytes() });
const digestItem = Enum({ Seal: consensusItem, PreRuntime: consensusItem }, [5, 6]);

/** A header of the network: Substrate's, and behind it the extension that this network adds (only `V3` is in use). */
export const headerCodec = Struct({
  parentHash: hash,
  number: compact,
  stateRoot: hash,
  extrinsicsRoot: hash,
  logs: Vector(digestItem),
  extension: Enum(
    {
      V3: Struct({
        appLookup: Struct({ size: compact, index: Vector(Struct({ appId: compact, start: compact })) }),
        commitment: Struct({ rows: compact, cols: compact, commitment: Bytes(), dataRoot: hash }),
      }),
    },
    [2],
  ),
});
type CodedHeader = CodecType<typeof headerCodec>;

export type Header = {
  readonly number: number;
  readonly parentHash: string;
  readonly extrinsicsRoot: string;
};

const engine = Buffer.from('BABE');
const ZERO_HASH = '00'.repeat(32);
export const NO_PARENT = ZERO_HASH;

/** The bytes whose BLAKE2b-256 is the hash of the block. */
export function encodeHeader(header: Header): Uint8Array {
  return headerCodec.enc(coded(header));
}

/** As `chain_getHeader` gives it. */
export function headerAsJson(header: Header): object {
  const { logs } = coded(header);
  return {
    parentHash: `0x${header.parentHash}`,
    number: `0x${header.number.toString(16)}`,
    stateRoot: `0x${stateRootOf(header)}`,
    extrinsicsRoot: `0x${header.extrinsicsRoot}`,
    digest: { logs: logs.map((log) => `0x${Buffer.from(digestItem.enc(log)).toString('hex')}`) },
    extension: {
      V3: {
        appLookup: { size: 0, index: [] },
        commitment: { rows: 0, cols: 0, commitment: [], dataRoot: `0x${ZERO_HASH}` },
      },
    },
  };
}

/**
 * There is no state and no author here: their root, slot and seal are made up, the same each time. The extension is as the
 * network has it for a block without commitments: none are made here.
 */
function coded(header: Header): CodedHeader {
  const { number } = header;
  const seal = createHash('sha512').update(`seal of ${number} after ${header.parentHash}`).digest();
  const slot = Buffer.alloc(13);
  slot.writeUInt8(2);
  slot.writeUInt32LE(number >>> 0, 5);
  const logs: CodedHeader['logs'] =
    number === 0
      ? []
      : [
          { tag: 'PreRuntime', value: { engine, value: slot } },
          { tag: 'Seal', value: { engine, value: seal } },
        ];
  return {
    parentHash: Buffer.from(header.parentHash, 'hex'),
    number,
    stateRoot: Buffer.from(stateRootOf(header), 'hex'),
    extrinsicsRoot: Buffer.from(header.extrinsicsRoot, 'hex'),
    logs,
    extension: {
      tag: 'V3',
      value: {
        appLookup: { size: 0, index: [] },
        commitment: { rows: 0, cols: 0, commitment: new Uint8Array(), dataRoot: Buffer.from(ZERO_HASH, 'hex') },
      },
    },
  };
}

function stateRootOf({ number, parentHash }: Header): string {
  return createHash('sha256').update(`state of ${number} after ${parentHash}`).digest('hex');
}
