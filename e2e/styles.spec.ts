import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The classes that rules of these files name, in their order. */
function classesIn(...patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => readAll(pattern).match(/(?<=\.)m_[\da-f]+\b/g) ?? []))];
}

function readAll(pattern: string): string {
  return globSync(pattern, { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
}

const mantine = classesIn('node_modules/@mantine/*/styles.css');

test('what the window is drawn with of Mantine’s parts has the rules that Mantine has for it', () => {
  const named = new Set(readAll('out/renderer/assets/*.js').match(/\bm_[\da-f]+\b/g));
  const own = new Set(classesIn('out/renderer/assets/*.css'));
  const drawn = mantine.filter((name) => named.has(name));
  expect(drawn.length).toBeGreaterThan(100);
  const missing = drawn.filter((name) => !own.has(name));
  // Said by the files that app/mantine.css would have to name.
  const files = globSync('node_modules/@mantine/*/styles/*.css', { cwd: root, exclude: ['**/*.layer.css'] });
  expect(files.filter((path) => classesIn(path).some((name) => missing.includes(name)))).toEqual([]);
  expect(missing).toEqual([]);
});

test('Mantine’s rules stand in its own order: what of two is meant to outrank the other comes after it', () => {
  const core = classesIn('node_modules/@mantine/core/styles.css');
  const own = classesIn('out/renderer/assets/index-*.css');
  expect(own.length).toBeGreaterThan(100);
  expect(own).toEqual(core.filter((name) => own.includes(name)));
});
