import { setFlagsFromString } from 'node:v8';

/**
 * Whatever goes through for long (parts of a large file, records) makes V8 grow the space of young objects to 48 MB, which it
 * hardly gives back. What the start has made of it is enough: here objects are few at a time, and bytes lie elsewhere. Only the
 * growth can be set while V8 runs; Electron leaves its flags open to that. It counts for threads as well.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
