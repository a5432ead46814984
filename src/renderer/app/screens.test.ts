import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { screenShortcuts } from '../../shared/shortcuts.ts';

test('the screens’ shortcuts count them as the navigation has them', async () => {
  const source = await readFile(new URL('./screens.ts', import.meta.url), 'utf8');
  expect([...source.matchAll(/\{ id: '(\w+)'/g)].map(([, id]) => id)).toEqual(screenShortcuts);
});
