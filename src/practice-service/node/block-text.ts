import { type Block, type Blocks, type Extrinsic, extrinsicsOf } from '../chain/blocks.ts';
import { asSubmitted } from '../encryption.ts';
import type { PayloadStore } from '../payload-store.ts';
import type { TextPieces } from './json-rpc.ts';

export type NodeSources = { readonly blocks: Blocks; readonly payloads: Pick<PayloadStore, 'has' | 'pieces'> };

/** What is changed in the data of transactions on their way out. */
export type Change = 'nothing' | 'one byte of the data';

/**
 * `extrinsics` of a block as JSON in pieces: submitted bytes are read as they are sent, and never all held. Null when a
 * body is there no longer.
 */
export function extrinsicsText({ blocks, payloads }: NodeSources, block: Block, change: Change): TextPieces | null {
  if (block.header === null) return null;
  const submissions = blocks.submissionsIn(block.number);
  if (!submissions.every(({ id }) => payloads.has(id))) return null;
  return listText(payloads, extrinsicsOf(block, submissions), change);
}

async function* listText(
  payloads: Pick<PayloadStore, 'pieces'>,
  extrinsics: readonly Extrinsic[],
  change: Change,
): AsyncGenerator<string> {
  let before = '[';
  for (const { head, carries } of extrinsics) {
    yield `${before}"0x${hex(head)}`;
    before = '",';
    if (carries === null) continue;
    const submitted = asSubmitted(carries);
    let unchanged = change !== 'nothing';
    for await (const piece of payloads.pieces(carries.id, carries.size)) {
      const sent = submitted(piece);
      if (unchanged && sent[0] !== undefined) sent[0] ^= 1;
      unchanged = false;
      yield hex(sent);
    }
  }
  yield before === '[' ? '[]' : '"]';
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
