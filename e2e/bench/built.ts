import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the measured process as the app is built, and returns its file. From TypeScript it would begin with tens of megabytes for
 * reading its sources, which no app has.
 */
export async function builtUploader(): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: 'e2e/bench/uploader.ts',
      // As far from the sources and from the built threads as the bench itself.
      outDir: 'test-results/bench',
      emptyOutDir: false,
      target: 'node24',
      rollupOptions: { output: { entryFileNames: '[name].js' } },
    },
  });
  return fileURLToPath(new URL('../../test-results/bench/uploader.js', import.meta.url));
}
