import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { licencePlugin, VITE_LICENCES } from './resources/packaging/licences.ts';
import { threadSources } from './src/core/thread-scripts.ts';

const license = { fileName: VITE_LICENCES };
// keytar's library contains node-addon-api.
const licences = licencePlugin('out/licences.json', ['keytar', 'node-addon-api']);

export default defineConfig({
  main: {
    plugins: [licences],
    build: {
      outDir: 'out/main',
      license,
      rollupOptions: {
        input: {
          index: 'src/main/index.ts',
          // Read by it, one after the other; not among the chunks, because they find the other files of the build from their own place.
          start: 'src/main/start/first-window.ts',
          app: 'src/main/start/running.ts',
          // Worker threads, each with a file of its own.
          ...Object.fromEntries(
            Object.entries(threadSources).map(([name, source]) => [name, join('src/core', source)]),
          ),
        },
        // What nothing is used of is left out also where a room's `index.ts` names it: the entry is read before all else.
        treeshake: { moduleSideEffects: (id) => !/\/src\/(core|main|shared)\//.test(id) },
        // Spaces and comments go; names stay, so that a log can be read.
        output: {
          minify: { mangle: false, compress: false },
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
        },
      },
    },
  },
  preload: {
    plugins: [licences],
    build: {
      outDir: 'out/preload',
      license,
      // A sandboxed preload is one CommonJS file that can require only `electron`.
      externalizeDeps: false,
      isolatedEntries: true,
      rollupOptions: {
        input: { index: 'src/preload/index.ts', consent: 'src/preload/consent.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react(), licences],
    build: {
      outDir: 'out/renderer',
      license,
      rollupOptions: {
        input: { index: 'src/renderer/index.html', consent: 'src/renderer/consent.html' },
        // What nothing of the first view is used of is not read before it, though a feature's `index.ts` names it.
        treeshake: { moduleSideEffects: (id) => !/\/src\/(shared|renderer\/(data|features|ui))\/.*\.tsx?$/.test(id) },
        // Whatever has schemas gets zod with its configuration: that must be there before the first of them is made.
        output: { codeSplitting: { groups: [{ name: 'zod', test: /node_modules\/zod\/|without-eval/ }] } },
      },
      // An inlined asset would be a data: address, which the Content-Security-Policy refuses for everything but images.
      assetsInlineLimit: 0,
      // The window is there sooner: less is read and compiled before it.
      minify: true,
      modulePreload: { polyfill: false },
      // In kB. All that comes after the first view is one file, read from this machine: in parts it would share scores of small ones.
      chunkSizeWarningLimit: 1_000,
    },
  },
});
