import { createCipheriv, createHash } from 'node:crypto';

const COUNTER_BYTES = 16;

/**
 * What an operator's switch does to what is submitted, before it reaches the chain: as long as before, and of no hash that
 * anybody outside knows. Each submission has a key of its own, which can be had again, so that nothing is kept twice.
 * Answers a function that takes the pieces in their order.
 */
function encryptionOf(submissionId: string): (piece: Uint8Array) => Uint8Array {
  const key = createHash('sha256').update(`the practice operator's key for ${submissionId}`).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(COUNTER_BYTES));
  return (piece) => cipher.update(piece);
}

/** The bytes of a submission, piece by piece, as they reach the chain. */
export function asSubmitted(submission: {
  readonly id: string;
  readonly encrypted: boolean;
}): (piece: Uint8Array) => Uint8Array {
  return submission.encrypted ? encryptionOf(submission.id) : (piece) => piece;
}
