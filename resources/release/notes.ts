// Prints what the changelog says of the version in package.json, for the draft of its release, and ends with an error where
// that is not what was tagged, or is not for everybody: `node resources/release/notes.ts v1.2.3`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf } from './changelog.ts';

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [tag] = process.argv.slice(2);
// Its feed has another name, which the workflow doesn't keep, and its draft would be published as the latest version.
if (tag?.includes('-')) throw new Error(`${tag} is to be tried out: a release is for everybody, as v1.2.3.`);
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and the version in package.json ${version}.`);
process.stdout.write(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version));
