import { packedApp, packedBytes } from '../../resources/packaging/packed-app.fixture.ts';
import { line } from './line.ts';
import { MEBIBYTE, type Measurement } from './measurement.ts';

/** The size that Dropslip adds to Electron in an installed app. Packed on Linux only. */
export const packedSize: Measurement = {
  name: 'packed-size',
  async run({ say }) {
    if (process.platform !== 'linux') {
      say('packed and measured on Linux only');
      return [];
    }
    const bytes = packedBytes((await packedApp()).folder);
    return [line('the packed app without Electron', 'MiB', [bytes / MEBIBYTE], { atMost: 6 })];
  },
};
