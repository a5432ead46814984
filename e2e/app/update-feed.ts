import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type UpdateFeed = {
  readonly address: string;
  /** The requested paths. */
  readonly asked: readonly string[];
  /** The environment of an app that runs as this AppImage and uses this feed. */
  readonly env: Readonly<Record<string, string>>;
  readonly appImage: string;
  /** Releases the second half of the download. */
  readonly release: () => void;
  readonly close: () => void;
};

type Offer = { readonly version: string; readonly notes: string; readonly program: string };

/** An update feed on this machine with a version of the app, whose program the test provides; and an older AppImage. */
export async function startUpdateFeed(folder: string, { version, notes, program }: Offer): Promise<UpdateFeed> {
  const content = Buffer.from(program.padEnd(100_000, '\n'));
  const sha512 = createHash('sha512').update(content).digest('base64');
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push(path);
    if (path.endsWith('.yml')) {
      const file = `  - url: Dropslip.AppImage\n    sha512: ${sha512}\n    size: ${content.length}`;
      response.end(`version: ${version}\nreleaseNotes: ${JSON.stringify(notes)}\nfiles:\n${file}\n`);
    } else {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 50_000));
      await held.promise;
      response.end(content.subarray(50_000));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const config = join(folder, 'app-update.yml');
  await writeFile(config, `provider: generic\nurl: ${address}\nupdaterCacheDirName: dropslip-updater\n`);
  const appImage = join(folder, 'Dropslip.AppImage');
  await writeFile(appImage, 'the old one', { mode: 0o755 });
  return {
    address,
    asked,
    appImage,
    // The app behaves like a running AppImage, although its program is elsewhere.
    env: { DROPSLIP_UPDATE_CONFIG: config, APPIMAGE: appImage, APPDIR: '/', XDG_CACHE_HOME: join(folder, 'cache') },
    release: held.resolve,
    close: () => server.close(),
  };
}
