// Builds the command line for Node, without Electron (`npm run build`).
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { threadSources } from '../../src/core/thread-scripts.ts';
import { licencePlugin, VITE_LICENCES } from './licences.ts';

const root = join(import.meta.dirname, '..', '..');

export default defineConfig({
  root,
  plugins: [licencePlugin('out/cli/licences.json')],
  ssr: { noExternal: true, external: ['keytar'] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/cli',
    emptyOutDir: true,
    license: { fileName: VITE_LICENCES },
    rolldownOptions: {
      input: {
        dropslip: 'src/cli/index.ts',
        // Worker threads, each with a file of its own.
        ...Object.fromEntries(Object.entries(threadSources).map(([name, source]) => [name, join('src/core', source)])),
      },
      output: {
        format: 'es',
        minify: { mangle: false, compress: false },
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name].js',
      },
    },
  },
});
