import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the measured process like the app, and returns its file. Running TypeScript would add tens of megabytes for
 * loading sources, which the app does not need.
 */
export async function builtUploader(): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'e2e/bench/uploader.ts',
      // The folder has the same depth as the bench, so that relative paths to sources and built threads work.
      outDir: 'test-results/bench',
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  return fileURLToPath(new URL('../../test-results/bench/uploader.js', import.meta.url));
}
