import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './app/test.ts';

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

test('before the window is drawn less than 500 kB of scripts and 150 kB of styles are read, and no schemas', () => {
  const page = readFileSync(join(root, 'out/renderer/index.html'), 'utf8');
  const bytes = (kind: string): number =>
    Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, path = '']) => path)
      .filter((path) => path.endsWith(kind))
      .reduce((sum, path) => sum + statSync(join(root, 'out/renderer', path)).size, 0);
  // Main reads what crosses the bridge: the page trusts it.
  expect(page).not.toContain('zod-');
  expect(bytes('.css')).toBeGreaterThan(0);
  expect(bytes('.css')).toBeLessThan(150_000);
  expect(bytes('.js')).toBeGreaterThan(0);
  expect(bytes('.js')).toBeLessThan(500_000);
});

test('a menu or dialog waits for its code, then opens, and gives the focus back', async ({ window }) => {
  // The code is read after the frame in which the window was drawn.
  await window.addInitScript(() => {
    const frame = requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (callback) => held.push(callback);
    addEventListener('frames-go-on', () => {
      globalThis.requestAnimationFrame = frame;
      for (const callback of held) frame(callback);
    });
  });
  for (const [name, opens] of [
    ['Limits', 'dialog'],
    [/^Practice/, 'menu'],
  ] as const) {
    await window.reload();
    const button = window.getByRole('button', { name });
    await expect(button).toBeDisabled();
    await button.dispatchEvent('click');
    await window.evaluate(() => dispatchEvent(new Event('frames-go-on')));
    const opened = window.getByRole(opens, { name });
    await expect(opened.locator(':focus')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await button.press('Enter');
    await expect(opened.locator(':focus')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});
