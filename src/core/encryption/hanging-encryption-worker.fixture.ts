import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** For tests: a thread that has begun to write where it was told to, and then hangs, as in a read from a drive that is gone. */
type Asked = { readonly argumentList?: readonly { readonly value?: { readonly to?: string } }[] };

parentPort?.on('message', ({ argumentList }: Asked) => {
  const to = argumentList?.[0]?.value?.to;
  if (to !== undefined) writeFileSync(to, 'half of it');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
});
