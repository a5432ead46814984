import { open } from 'node:fs/promises';
import { z } from 'zod';

// A child process. Submits a file in slices with `fetch`, several in parallel, without a journal. Prints the
// milliseconds.
const { path, sliceBytes, url, apiKey, atOnce } = z
  .object({ path: z.string(), sliceBytes: z.number(), url: z.string(), apiKey: z.string(), atOnce: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const begun = performance.now();
await using file = await open(path);
const { size } = await file.stat();
const receipt = z.object({ submission_id: z.string() });
let next = 0;
async function submitRest(): Promise<void> {
  for (let offset = next; offset < size; offset = next) {
    const length = Math.min(sliceBytes, size - offset);
    next = offset + length;
    const { buffer } = await file.read(new Uint8Array(length), 0, length, offset);
    const answer = await fetch(`${url}/v1/submit_raw_data`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-api-key': apiKey },
      body: buffer,
    });
    receipt.parse(await answer.json());
  }
}
await Promise.all(Array.from({ length: atOnce }, submitRest));
console.log(performance.now() - begun);
