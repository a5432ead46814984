import { dump, load } from 'js-yaml';
import { z } from 'zod';

/** What electron-builder writes beside the packages, and the app's updater reads. */
const feed = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
});

/**
 * One feed of those that builds for several architectures wrote under one name, as macOS builds do: the updater looks in it
 * for the file whose name has its own architecture. Its old fields for a single file (`path`, `sha512`) stay the first one's.
 */
export function mergedFeed(texts: readonly string[]): string {
  const feeds = texts.map((text) => feed.parse(load(text)));
  const [first] = feeds;
  if (first === undefined) throw new Error('There is no feed.');
  const versions = new Set(feeds.map(({ version }) => version));
  if (versions.size > 1) throw new Error(`Feeds of different versions: ${[...versions].join(', ')}`);
  const files = feeds.flatMap((one) => one.files);
  if (new Set(files.map(({ url }) => url)).size < files.length) throw new Error('Two builds wrote a file of one name.');
  return dump({ ...first, files }, { lineWidth: -1 });
}
