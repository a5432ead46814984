/** The sources of all worker threads, from this folder. Keys: the names of the built scripts. */
export const threadSources = {
  'practice-service': '../practice-service/worker.ts',
  digest: 'digests/digest-worker.ts',
  encryption: 'encryption/encryption-worker.ts',
  files: 'files/file-worker.ts',
  records: 'records/records-worker.ts',
  copy: 'storage/copy-worker.ts',
  authorities: 'service/authorities-worker.ts',
  assembly: 'retrieval/assembly-worker.ts',
} as const;

export type ThreadScripts = (name: keyof typeof threadSources) => URL;

/** Finds the scripts of threads beside `entry`, an entry of a build; the sources if `entry` is a source. */
export function threadScripts(entry: string): ThreadScripts {
  return (name) =>
    entry.endsWith('.ts') ? new URL(threadSources[name], import.meta.url) : new URL(`./${name}.js`, entry);
}
