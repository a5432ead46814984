import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';

test('the preload carries no library, zod neither: it runs in every page, before the page does', async () => {
  const entry = ['index', 'consent'].map((name) => fileURLToPath(new URL(`${name}.ts`, import.meta.url)));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['cjs'] }, rollupOptions: { external: ['electron'] } },
  });
  const chunks = (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []));
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  expect(modules).toEqual(expect.arrayContaining(entry));
  expect(modules.filter((path) => path.includes('node_modules'))).toEqual([]);
});
