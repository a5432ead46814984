import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { files } from '../files/file-threads.fixture.ts';
import { closeConnections, followSystemProxy, routeTo } from './agents.ts';
import { getTokenMap } from './endpoints/get-token-map.ts';
import { submitRawData } from './endpoints/submit-raw-data.ts';

/** For tests: a process that reads once and submits twice, and tells its parent what came of it. */

type Order = { readonly baseUrl: string; readonly fileBytes: number; readonly systemProxy?: string };

process.once('message', (order: Order) => void obey(order));

async function obey({ baseUrl, fileBytes, systemProxy }: Order): Promise<void> {
  if (systemProxy !== undefined) followSystemProxy(async () => systemProxy);
  // A file is sent over no link: the folder for temporary files lies behind one on macOS.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dropslip-network-')));
  const path = join(folder, 'content.bin');
  const content = Buffer.alloc(fileBytes, 7);
  await writeFile(path, content);
  const sha256 = `0x${createHash('sha256').update(content).digest('hex')}`;
  const { size, mtimeNs } = await stat(path, { bigint: true });
  const connection = {
    baseUrl,
    submitBaseUrl: null,
    credentials: async () => ({ apiKey: 'key', accessToken: null }),
  };
  const submit = () =>
    submitRawData(
      connection,
      { path, size: Number(size), mtimeNs, sha256, files },
      { variant: 'api-key' },
      {
        signal: new AbortController().signal,
        onProgress: () => undefined,
        beforeLastBytes: async () => undefined,
        mayResend: async () => true,
      },
    );
  const route = await routeTo(baseUrl);
  const names = await getTokenMap(connection);
  const submitted = [await submit(), await submit()];
  await rm(folder, { recursive: true });
  closeConnections();
  process.send?.({ route, names, submitted }, () => process.disconnect());
}
