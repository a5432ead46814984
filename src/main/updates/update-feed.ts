import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where new versions come from: what was configured when this build was packaged. */
export type UpdateFeed = {
  readonly url: URL;
  /** `latest`, or one of its own for versions that are tried out before. */
  readonly channel: string;
  /** Who may have signed an update for Windows; none where this build is not signed itself. */
  readonly publisherNames: readonly string[];
  /** The name of the folder, among those for caches, where downloads lie. */
  readonly cacheFolder: string;
  /** The file that says all this, which electron-updater reads too. */
  readonly configPath: string;
};

/** As electron-builder writes `app-update.yml`. Other kinds of feeds lead to hosts that the file does not name. */
const config = z.object({
  provider: z.literal('generic'),
  url: z.string(),
  channel: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/i)
    .nullish(),
  publisherName: z.union([z.string(), z.array(z.string())]).nullish(),
  updaterCacheDirName: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .nullish(),
});

/**
 * The feed of a build; null where none was configured, which is no error. Rejects where the file cannot be understood.
 * `configPath`: of the file; null where there can be none.
 */
export async function readUpdateFeed(configPath: string | null): Promise<UpdateFeed | null> {
  const text = configPath === null ? null : await readFile(configPath, 'utf8').catch(nullIfMissing);
  if (text === null || configPath === null) return null;
  const { load } = await import('js-yaml');
  const { url, channel, publisherName, updaterCacheDirName } = config.parse(load(text));
  return {
    url: feedUrl(url),
    channel: channel ?? 'latest',
    publisherNames: [publisherName ?? []].flat().filter((name) => name.trim() !== ''),
    cacheFolder: updaterCacheDirName ?? 'dropslip-updater',
    configPath,
  };
}

/** A packaged build carries it; a checkout is told, so that updates can be tried. */
export function updateConfigPath(isPackaged: boolean): string | null {
  if (isPackaged) return join(process.resourcesPath, 'app-update.yml');
  return process.env.DROPSLIP_UPDATE_CONFIG ?? null;
}

/** What nobody encrypts on the way could be anything; this machine is for trying it out. */
function feedUrl(text: string): URL {
  const url = new URL(text);
  const isOwn = url.protocol === 'http:' && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname);
  if ((url.protocol !== 'https:' && !isOwn) || url.username !== '' || url.password !== '')
    throw new Error('The address of the update feed is not an https: address without a name and password.');
  return url;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
