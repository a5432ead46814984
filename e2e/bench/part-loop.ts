import { open } from 'node:fs/promises';
import { z } from 'zod';

// A child process: fetches the parts of a file with `fetch`, some at a time, and writes each to its place, unlooked at. Tells
// how many milliseconds that took.
const { path, partIds, partBytes, url, apiKey, atOnce } = z
  .object({
    path: z.string(),
    partIds: z.array(z.string()),
    partBytes: z.number(),
    url: z.string(),
    apiKey: z.string(),
    atOnce: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const begun = performance.now();
await using file = await open(path, 'w');
let next = 0;
async function fetchRest(): Promise<void> {
  for (let index = next; index < partIds.length; index = next) {
    next += 1;
    const answer = await fetch(`${url}/v1/get_pre_image?submission_id=${partIds[index]}`, {
      headers: { 'x-api-key': apiKey },
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    await file.write(new Uint8Array(await answer.arrayBuffer()), 0, undefined, index * partBytes);
  }
}
await Promise.all(Array.from({ length: atOnce }, fetchRest));
await file.sync();
console.log(performance.now() - begun);
