/** Keccak-256, BLAKE2b-256 and SHA-256 of files, in one pass, off the main thread. */
export type { Digested, Slice } from './digest-order.ts';
export { type DigestEnd, Digests } from './digests.ts';
export { type AllDigests, type MadeDigests, StreamDigests } from './side-thread.ts';
