import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

// A child process. Submits every file of a folder with `fetch`, several in parallel, without a journal. Prints the
// milliseconds.
const { folder, url, apiKey, atOnce } = z
  .object({ folder: z.string(), url: z.string(), apiKey: z.string(), atOnce: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const begun = performance.now();
const paths = (await readdir(folder)).map((name) => join(folder, name));
const receipt = z.object({ submission_id: z.string() });
async function submitRest(): Promise<void> {
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const answer = await fetch(`${url}/v1/submit_raw_data`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-api-key': apiKey },
      body: new Uint8Array(await readFile(path)),
    });
    receipt.parse(await answer.json());
  }
}
await Promise.all(Array.from({ length: atOnce }, submitRest));
console.log(performance.now() - begun);
