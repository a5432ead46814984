import Module, { createRequire, registerHooks } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { archivePath } from './archive-path.ts';
import { type Callable, isCallable } from './callable.ts';
import { archiveMirroredAt, mirrorOf } from './mirror.ts';
import { originalFs } from './original-fs.ts';

const RESOLVE = '_resolveFilename';

/**
 * Lets modules be loaded from archives: Node looks for them where their archive is mirrored, and they live under their own
 * address. Electron changes the functions inside of Node that look at the disk; from outside there is no other way.
 */
export function loadModulesFromArchives(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const parentURL = mirroredUrl(context.parentURL);
      const target = mirroredUrl(specifier);
      // What `require` asks for is found out below.
      if ((parentURL ?? target) === null || context.conditions.includes('require')) return next(specifier, context);
      const resolved = next(target ?? specifier, { ...context, parentURL: parentURL ?? context.parentURL });
      return { ...resolved, url: urlInArchive(resolved.url), shortCircuit: true };
    },
    load(url, context, next) {
      const mirrored = mirroredUrl(url);
      if (mirrored === null) return next(url, context);
      const loaded = next(mirrored, context);
      return { ...loaded, source: loaded.source ?? originalFs.readFileSync(new URL(mirrored)), shortCircuit: true };
    },
  });
  const resolve: unknown = Reflect.get(Module, RESOLVE);
  if (!isCallable(resolve)) throw new Error(`Node has no Module.${RESOLVE} any more.`);
  Reflect.set(Module, RESOLVE, resolvingInArchives(resolve));
}

function resolvingInArchives(resolve: Callable): Callable {
  return (request, parent, ...rest) => {
    const from = typeof parent === 'object' && parent !== null ? mirroredPath(Reflect.get(parent, 'filename')) : null;
    const target = mirroredPath(request);
    if (from === null && target === null) return Reflect.apply(resolve, Module, [request, parent, ...rest]);
    const found = createRequire(from ?? import.meta.filename).resolve(target ?? String(request));
    return isAbsolute(found) ? pathInArchive(found) : found;
  };
}

/** Where the mirror has what lies in an archive; null for all else. */
function mirroredPath(path: unknown): string | null {
  const place = archivePath(path);
  const folder = place === null ? null : mirrorOf(place.archive);
  return place === null || folder === null ? null : join(folder, place.entry);
}

function mirroredUrl(specifier: string | undefined): string | null {
  if (specifier === undefined || !/\.asar/i.test(specifier)) return null;
  const path = mirroredPath(specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier);
  return path === null ? null : pathToFileURL(path).href;
}

function pathInArchive(path: string): string {
  const place = archiveMirroredAt(path);
  return place === null ? path : join(place.archive, place.entry);
}

function urlInArchive(url: string): string {
  return url.startsWith('file:') ? pathToFileURL(pathInArchive(fileURLToPath(url))).href : url;
}
