// Puts together again what Dropslip submitted in parts (manifest-format.md). Needs Node 20 or newer, and nothing else.
//   node rejoin.mjs WHAT FROM [TO]
// WHAT: the manifest, as a file or by its submission id. In a second run, of what was encrypted: its decrypted contents.
// FROM: the service's address (its API key in the environment variable API_KEY), or a folder with the parts, each in a
//       file named by its submission id. In a second run: the decrypted stream.
// TO:   the folder for what comes out; left out, the one that you are in.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

const [what, from, to = '.'] = process.argv.slice(2);
const hexOf = (hash) => `0x${hash.digest('hex')}`;
// What others have written gives the terminal no orders.
const plain = (text) => text.replace(/\p{Cc}/gu, '?');
const check = (holds, sentence) => {
  if (!holds) throw new Error(sentence);
};
// Names that lead out of their folder are refused, and on Windows those that it can't have.
const never = process.platform === 'win32' ? /[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i : /^[A-Za-z]:$/;
const isName = (name) => !/^\.{0,2}$|[\\/\0]/.test(name) && !never.test(name);

// The bytes of one submission.
async function bytesOf(id) {
  if (!/^https?:/.test(from)) {
    check(isName(id), `This submission id is no name of a file: ${id}`);
    return readFile(join(from, id));
  }
  const url = `${from.replace(/\/+(v1\/*)?$/, '')}/v1/get_pre_image?submission_id=${encodeURIComponent(id)}`;
  for (;;) {
    const answer = await fetch(url, { headers: { 'x-api-key': process.env.API_KEY ?? '' }, redirect: 'error' });
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    check(answer.status === 429, `The service does not give ${id}: ${answer.status} ${await answer.text()}`);
    const seconds = Math.min(Number(answer.headers.get('x-ratelimit-reset')) || 5, 3600);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

// The parts, one after the other, each held against its digest before it is used; at the end the whole against its own.
async function* joined({ parts, sha256 }) {
  const whole = createHash('sha256');
  for (const { submissionId: id, size, sha256: digest } of parts) {
    const bytes = await bytesOf(id);
    const isIt = bytes.length === size && hexOf(createHash('sha256').update(bytes)) === digest;
    check(isIt, `Not the bytes that were submitted: ${id}`);
    whole.update(bytes);
    yield bytes;
  }
  check(sha256 === null || hexOf(whole) === sha256, 'Each part is right, and the whole is not: the manifest is wrong.');
}

// Ranges lie one behind the other, from 0 to the end.
function checkRanges(ranges, size) {
  const end = ranges.reduce((at, range) => (range.offset === at && range.size >= 0 ? at + range.size : Number.NaN), 0);
  check(Number.isSafeInteger(size) && end === size, 'The sizes do not add up.');
}

// A manifest, or the one that it leads to; or the contents of what was encrypted.
async function readList(bytes, level = 1) {
  const list = JSON.parse(bytes.toString('utf8'));
  check(/^dropslip-(manifest|contents)$/.test(list.format) && list.version === 1, 'This is no manifest of version 1.');
  if (list.parts) checkRanges(list.parts, list.size);
  check(list.kind !== 'manifest' || level < 4, 'One manifest leads to the next without end.');
  return list.kind === 'manifest' ? readList(await buffer(joined(list)), level + 1) : list;
}

// All comes into a folder of its own, which is gone in the end; what is proven is moved out of it under its name.
const work = await mkdtemp(join(to, '.rejoin-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
process.on('uncaughtException', (error) => {
  console.error(plain(error.message));
  process.exit(1);
});
check(from, 'node rejoin.mjs WHAT FROM [TO]');
const list = await readList(existsSync(what) ? await readFile(what) : await bytesOf(what));
const { kind, encryption, files, folders } = list;
const name = encryption ? `encrypted ${list.sha256.slice(2, 10)}` : list.name;
const names = [name, ...[...files.map(({ path }) => path), ...folders].flatMap((path) => path.split('/'))];
check(names.every(isName), 'A name leads out of its folder, or this system cannot have it.');
check(!existsSync(join(to, name)), `There is something with this name already: ${join(to, name)}`);
const [stream, out] = [list.parts ? join(work, 'stream.age') : from, join(work, 'out')];
if (list.parts) await writeFile(stream, joined(list));
for (const folder of ['', ...folders]) await mkdir(join(out, folder), { recursive: true });
if (encryption) {
  await rename(stream, join(out, 'stream.age'));
  await writeFile(join(out, 'contents.age'), Buffer.from(encryption.contents, 'base64'));
  console.log('This is encrypted: decrypt it there (with -i FILE where it is for a key), and rejoin once more:');
  console.log(
    '  age -d -o contents.json contents.age; age -d -o stream stream.age; node rejoin.mjs contents.json stream',
  );
} else checkRanges(files, list.size);
for (const { path, offset, size, sha256, modified } of files) {
  const place = join(out, path);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, '', { flag: 'wx' });
  const hash = createHash('sha256');
  const range = size === 0 ? [] : createReadStream(stream, { start: offset, end: offset + size - 1 });
  for await (const piece of range) await appendFile(place, hash.update(piece) && piece);
  check(hexOf(hash) === sha256, `These are not the bytes of ${path}`);
  if (modified !== null) await utimes(place, new Date(modified), new Date(modified));
}
await rename(kind === 'folder' || encryption ? out : join(out, name), join(to, name));
console.log(plain(`Written and proven: ${join(to, name)}`));
