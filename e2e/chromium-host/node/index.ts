import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { shareMirrors } from './mirror.ts';
import { loadModulesFromArchives } from './module-loading.ts';
import { originalFs } from './original-fs.ts';
import { patchFs } from './patched-fs.ts';
import { provideModules } from './provided-modules.ts';
import { startThreadsAlike } from './threads.ts';

const VERSIONS = 'chromium-host.versions';

/** Makes this thread's Node, and that of all threads that it starts, what it is inside of Electron. */
export function makeNodeElectrons(): void {
  shareMirrors();
  provideModules({ 'original-fs': { ...originalFs }, 'original-fs/promises': { ...originalFs.promises } });
  loadModulesFromArchives();
  patchFs();
  startThreadsAlike();
  addVersions({});
}

/** Adds to `process.versions`, here and in threads that are started from now on. */
export function addVersions(versions: Readonly<Record<string, string>>): void {
  const known: unknown = getEnvironmentData(VERSIONS);
  const all = { ...(typeof known === 'object' ? known : {}), ...versions };
  setEnvironmentData(VERSIONS, all);
  Object.assign(process.versions, all);
}
