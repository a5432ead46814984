import { setFlagsFromString } from 'node:v8';

/**
 * Limits the memory for young objects. Sustained work, such as sending large files or reading records, makes V8 grow it
 * to 48 MB, which V8 rarely releases. The size at the start is enough, because objects are few and bytes are stored
 * elsewhere. Only the growth can be changed while V8 runs, and Electron allows it. Applies to threads as well.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
