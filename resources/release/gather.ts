// Gathers what the builds left, a folder for each, in one folder: `node resources/release/gather.ts <from> <to>`. Feeds of
// one name are merged, and any other name that comes twice ends it.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergedFeed } from './update-feed.ts';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('node resources/release/gather.ts <from> <to>');
mkdirSync(to, { recursive: true });

const files = readdirSync(from, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => ({ name, path: join(parentPath, name) }));
for (const [name, same] of Map.groupBy(files, (file) => file.name)) {
  const [first] = same;
  const target = join(to, name);
  if (name.endsWith('.yml')) writeFileSync(target, mergedFeed(same.map(({ path }) => readFileSync(path, 'utf8'))));
  else if (first !== undefined && same.length === 1) renameSync(first.path, target);
  else throw new Error(`Two builds wrote ${name}.`);
  console.log(name);
}
