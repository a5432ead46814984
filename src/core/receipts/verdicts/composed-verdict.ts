import type { Composition, Piece, ReceiptBytes, ServiceSays } from '../../../shared/bridge/receipts.ts';
import type { SubmissionRecord } from '../../../shared/records.ts';
import { type Claim, type FileFacts, type Judgement, judge } from './verdict.ts';

/** Bytes that went to the service by themselves, or are all of those joined, and what the service says of them. */
type KnownPiece = { readonly piece: Piece; readonly bytes: ReceiptBytes; readonly record: SubmissionRecord | null };

/**
 * Holds a file's digests against what is said of a submission in parts, or encrypted: it may be what was meant, or a piece of
 * what went out. `claim.record` is that of the submission whose id the receipt has.
 */
export function judgeComposed(file: FileFacts, claim: Claim, composition: Composition): Judgement {
  const whole = judge(file, { ...claim, record: null });
  const service = saidOfAll(claim.record, composition);
  if (whole.verdict.kind === 'same') return { ...whole, verdict: { ...whole.verdict, service } };
  const judged = piecesOf(claim.record, composition).map(({ piece, bytes, record }) => ({
    piece,
    judgement: judge(file, { size: bytes.size, digests: bytes, record }),
  }));
  for (const { piece, judgement } of judged) {
    const { verdict, comparisons } = judgement;
    if (verdict.kind !== 'same') continue;
    // Nobody but its parts was ever seen by the service.
    const says = piece.kind === 'encrypted' ? service : verdict.service;
    return { verdict: { kind: 'piece', piece, by: verdict.by, service: says }, comparisons };
  }
  return judged.find(({ judgement }) => judgement.verdict.kind === 'contradiction')?.judgement ?? whole;
}

function piecesOf(
  record: SubmissionRecord | null,
  { manifest, parts, encryption }: Composition,
): readonly KnownPiece[] {
  const slices = parts ?? [];
  const of = slices.filter(({ level }) => level === 0).length;
  let number = 0;
  return [
    ...(encryption === null
      ? []
      : [
          {
            piece: { kind: 'encrypted' } as const,
            bytes: encryption.stream,
            record: manifest === null ? record : null,
          },
        ]),
    ...(manifest === null ? [] : [{ piece: { kind: 'manifest' } as const, bytes: manifest, record }]),
    ...slices.map((slice): KnownPiece => {
      if (slice.level > 0) return { piece: { kind: 'manifest' }, bytes: slice, record: slice.record };
      number += 1;
      return { piece: { kind: 'part', number, of, offset: slice.offset }, bytes: slice, record: slice.record };
    }),
  ];
}

/** What the service's records say of everything that went out: as much as the one that says least. */
function saidOfAll(record: SubmissionRecord | null, composition: Composition): ServiceSays {
  const said = piecesOf(record, composition)
    .filter(({ piece }) => piece.kind !== 'encrypted' || composition.manifest === null)
    .map((one) => saidOf(one));
  return said.find((one) => one === 'unknown-hash') ?? said.find((one) => one === 'not-yet') ?? 'agrees';
}

function saidOf({ bytes, record }: KnownPiece): ServiceSays {
  if (record === null || record.dataHash === null) return 'not-yet';
  const { keccak256, blake2b256, sha256 } = bytes;
  return [keccak256, blake2b256, sha256].includes(record.dataHash) ? 'agrees' : 'unknown-hash';
}
