/**
 * Gives the memory of bytes back at once, which are gone for everybody from then on. The collector does not see how large what
 * a few small objects hold is: left to it, every dozen mebibytes that pass through cost a search of all memory, and dozens of
 * them lie around until then. Nothing is freed that is part of something larger, or that another thread has as well.
 */
export function freeMemory({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
