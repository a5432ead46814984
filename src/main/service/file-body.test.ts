import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openFileBody } from './file-body.ts';

const run = promisify(execFile);
const hooks = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  beforeLastBytes: () => Promise.resolve(),
  mayGoAgain: () => Promise.resolve(true),
};

// A pipe that nobody writes to answers nothing, as a share does whose server is gone.
test.skipIf(process.platform === 'win32')('a drive that says nothing makes the file unreadable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-body-'));
  const path = join(folder, 'silent');
  await run('mkfifo', [path]);
  try {
    const body = await openFileBody({ path, size: 10, mtimeNs: 1n }, hooks, 50);
    expect(body).toMatchObject({ kind: 'file-unreadable', code: 'ETIMEDOUT' });
  } finally {
    // Both ends come together, and the one that was waiting is let go.
    await (await open(path, 'w')).close();
    await rm(folder, { recursive: true });
  }
});
