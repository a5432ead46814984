import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Makes a folder so deep that names in it are shorter than elsewhere. */
export function deepFolder(within: string): string {
  const most = process.platform === 'darwin' ? 900 : 3_950;
  let deep = within;
  while (deep.length < most) deep = join(deep, 'd'.repeat(50));
  mkdirSync(deep, { recursive: true });
  return deep;
}
