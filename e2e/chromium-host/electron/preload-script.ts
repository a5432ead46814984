import { readFileSync } from 'node:fs';
import { createSecrets, isolatedWorldScript } from '../page/scripts.ts';

/** `process` as a sandboxed preload sees it. */
export function rendererProcess(): Parameters<typeof isolatedWorldScript>[1] {
  const { platform, arch, versions } = process;
  const known = Object.entries(versions).flatMap(([name, version]) => (version === undefined ? [] : [[name, version]]));
  return { platform, arch, argv: [process.execPath], versions: Object.fromEntries(known) };
}

/** The source of a preload. One that can't be read or parsed is told to `onError`; its window goes without. */
export function readPreload(path: string | undefined, onError: (error: unknown) => void): string {
  if (path === undefined) return '';
  try {
    const source = readFileSync(path, 'utf8');
    // Only to see whether it can be parsed.
    isolatedWorldScript(createSecrets(), rendererProcess(), source);
    return source;
  } catch (error) {
    console.error(`Unable to load preload script: ${path}`, error);
    onError(error);
    return '';
  }
}
