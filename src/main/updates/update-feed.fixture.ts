import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater, NsisUpdater } from 'electron-updater';
import { FeedUpdater, type FeedUpdaterParts } from './feed-updater.ts';
import { readUpdateFeed } from './update-feed.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

type Release = {
  readonly version?: string;
  readonly file?: string;
  readonly content?: Buffer;
  /** Lines of YAML besides. */
  readonly more?: string;
};

// By this electron-updater's own tests name a processor: of others than this one the channel's file has the name in its own.
process.env.TEST_UPDATER_ARCH = 'x64';

export const installer = Buffer.alloc(200_000, 'a new Dropslip ');

/** A feed on this machine, and an app that is told of it. */
export class Feed {
  readonly asked: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  readonly logged: string[] = [];
  readonly folder: string;
  url = '';
  readonly #answers = new Map<string, Answer>();
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });

  static async start(): Promise<Feed> {
    const feed = new Feed(await mkdtemp(join(tmpdir(), 'dropslip-feed-')));
    await once(feed.#server.listen(0, '127.0.0.1'), 'listening');
    feed.url = `http://127.0.0.1:${(feed.#server.address() as AddressInfo).port}`;
    await mkdir(feed.userData);
    return feed;
  }

  private constructor(folder: string) {
    this.folder = folder;
    this.#server = createServer((request, response) => {
      const path = request.url?.replace(/\?.*/, '') ?? '';
      this.asked.push(path);
      this.headers.push(request.headers);
      const answer = this.#answers.get(path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(response, request);
    });
  }

  /** Where the app keeps its data, which no update is to touch. */
  get userData(): string {
    return join(this.folder, 'user data');
  }

  get cacheFolder(): string {
    return join(this.folder, 'cache');
  }

  answer(path: string, answer: Answer | string | Buffer): void {
    this.#answers.set(path, typeof answer === 'function' ? answer : (response) => void response.end(answer));
  }

  /** Offers a version, as electron-builder writes it down. */
  offer({ version = '2.0.0', file = 'Dropslip.AppImage', content = installer, more = '' }: Release = {}): void {
    const sha512 = createHash('sha512').update(content).digest('base64');
    const channel = file.endsWith('.exe') ? '/latest.yml' : '/latest-linux.yml';
    this.answer(channel, infoText({ version, file, sha512, size: content.length, more }));
    this.answer(`/${file}`, content);
  }

  async config(more = ''): Promise<string> {
    const path = join(this.folder, 'app-update.yml');
    await writeFile(path, `provider: generic\nurl: ${this.url}\nupdaterCacheDirName: dropslip-updater\n${more}`);
    return path;
  }

  async appImage(tuning: Tuning = {}): Promise<FeedUpdater<AppImageUpdater>> {
    const updater = new FeedUpdater(await this.#parts('AppImage', tuning), (app) => new AppImageUpdater(null, app));
    // As on Linux, whatever runs this.
    Object.assign(updater.updater, { _testOnlyOptions: { platform: 'linux' } });
    return updater;
  }

  async nsis(tuning: Tuning = {}): Promise<FeedUpdater<NsisUpdater>> {
    const updater = new FeedUpdater(await this.#parts('exe', tuning), (app) => new NsisUpdater(null, app));
    // As on Windows, whatever runs this: the channel's file has no name of a system there.
    Object.assign(updater.updater, { _testOnlyOptions: { platform: 'win32' } });
    return updater;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server.close(), 'close');
    await rm(this.folder, { recursive: true });
  }

  /** From now on nobody is there. */
  async hangUp(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #parts(
    extension: FeedUpdaterParts['extension'],
    { config = '', version = '1.0.0', ...tuning }: Tuning,
  ): Promise<FeedUpdaterParts> {
    const feed = await readUpdateFeed(await this.config(config));
    if (feed === null) throw new Error('There is no feed.');
    const add = (text: string): void => void this.logged.push(text);
    const log = { info: add, warn: add, error: add };
    const agent = async () => this.#agent;
    return { feed, extension, version, cacheFolder: this.cacheFolder, agent, log, ...tuning };
  }
}

type Tuning = {
  readonly version?: string;
  /** Lines of YAML in the build's configuration. */
  readonly config?: string;
  readonly patienceMs?: number;
  readonly checkMs?: number;
};

type Info = {
  readonly version: string;
  readonly file: string;
  readonly sha512: string;
  readonly size: number;
  readonly more?: string;
};

export function infoText({ version, file, sha512, size, more = '' }: Info): string {
  return `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${size}\n${more}`;
}
