import fc from 'fast-check';
import { type Composition, type Receipt, vouchedChecks } from '../../shared/bridge/receipts.ts';
import { sealOf } from './receipt.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const instant = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** A service's record of a submission. */
export const record = fc.record({
  id: text,
  userId: orNull(text),
  tokenDetailsId: orNull(text),
  extrinsicIndex: orNull(text),
  amountData: orNull(text),
  fees: orNull(text),
  toAddress: orNull(text),
  blockHash: orNull(hash),
  dataHash: orNull(hash),
  txHash: orNull(hash),
  createdAt: orNull(instant),
  phase: fc.constantFrom('pending' as const, 'in-block' as const, 'failed' as const),
  error: orNull(text),
  // Services choose these names.
  extra: fc.dictionary(fc.oneof({ weight: 9, arbitrary: text }, fc.constant('__proto__')), text, { maxKeys: 3 }),
});

const vouched = fc.record({ at: instant, check: fc.constantFrom(...vouchedChecks) });

const digests = fc.record({ keccak256: orNull(hash), blake2b256: hash, sha256: hash });
const someBytes = fc.tuple(fc.nat(), digests).map(([size, rest]) => ({ size, ...rest }));

/** Parts that are all of `size` bytes, and what else is told of what went out. */
const compositionOf = (size: number): fc.Arbitrary<Composition> =>
  fc
    .record({
      content: fc.constantFrom('file' as const, 'folder' as const),
      manifest: orNull(someBytes),
      cuts: orNull(fc.array(fc.tuple(fc.nat(), digests, text, orNull(record)), { minLength: 1, maxLength: 3 })),
      encryption: orNull(
        fc.record({
          format: fc.constant('age' as const),
          for: fc.oneof(
            fc.constant({ kind: 'passphrase' } as const),
            fc.record({ kind: fc.constant('recipients' as const), count: fc.integer({ min: 1, max: 1_000 }) }),
          ),
          stream: someBytes.map((stream) => ({ ...stream, size })),
        }),
      ),
    })
    .map(({ cuts, ...rest }) => {
      if (rest.manifest === null) return { ...rest, parts: [] };
      if (cuts === null) return { ...rest, parts: null };
      const ends = [...new Set([...cuts.map(([cut]) => cut % (size + 1)), size])].filter((end) => end > 0);
      const sorted = ends.sort((one, other) => one - other);
      const parts = sorted.map((end, at) => {
        const [, own, submissionId, read] = cuts[at % cuts.length] ?? [0, noDigests, '', null];
        const offset = sorted[at - 1] ?? 0;
        return { level: 0, offset, size: end - offset, ...own, submissionId, record: read };
      });
      return { ...rest, parts };
    });
export const noDigests = { keccak256: null, blake2b256: null, sha256: null };

const composition = orNull(fc.nat().chain((size) => fc.tuple(fc.constant(size), compositionOf(size))));

/** Whole receipts, sealed. */
export const receipts: fc.Arbitrary<Receipt> = fc
  .record({
    format: fc.constant('dropslip-receipt' as const),
    version: fc.constant(1 as const),
    appVersion: text,
    issuedAt: instant,
    account: fc.record({
      name: text,
      kind: fc.constantFrom('practice' as const, 'service' as const),
      address: orNull(text),
    }),
    submission: fc.record({
      id: text,
      addedAt: instant,
      submittedAt: orNull(instant),
      seenConfirmedAt: orNull(instant),
      blockTime: orNull(instant),
      vouched: orNull(vouched),
    }),
    file: fc.record({
      name: text,
      size: orNull(fc.nat()),
      keccak256: orNull(hash),
      blake2b256: orNull(hash),
      sha256: orNull(hash),
    }),
    record: orNull(record),
    composed: composition,
  })
  .map(({ composed, ...rest }) =>
    composed === null
      ? { ...rest, composition: null }
      : { ...rest, composition: composed[1], file: { ...rest.file, size: composed[0] } },
  )
  // As it comes out of a file: objects with the usual prototype.
  .map((unsealed) => JSON.parse(JSON.stringify({ ...unsealed, seal: sealOf(unsealed) })));
