import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';

const ADMIN = 'postgres';
const ADMIN_PASSWORD = 'admin’s own';

/** The folders that Debian, Homebrew and PostgreSQL's own installers use for the programs. */
const places = [
  ...(process.env.PATH ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin'),
  ...globSync('/opt/homebrew/opt/postgresql@*/bin'),
  ...globSync('C:/Program Files/PostgreSQL/*/bin'),
];

function find(name: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return places.map((place) => join(place, file)).find((path) => existsSync(path));
}

function program(name: string): string {
  const found = find(name);
  if (found === undefined) throw new Error(`The tests of teams need PostgreSQL, and ${name} is not in the PATH.`);
  return found;
}

export const isPostgresInstalled = find('initdb') !== undefined;

/** PostgreSQL refuses to run as root. Its packages create a user for it. */
function ownerOfServer(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** For tests: a PostgreSQL of their own, on a free port of this machine, in a folder that `remove` deletes. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #owner = ownerOfServer();
  #child: ChildProcess | null = null;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<PostgresServer> {
    const server = new PostgresServer(await mkdtemp(join(tmpdir(), 'dropslip-postgres-')), await freePort());
    try {
      await server.#create();
      await server.restart();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  /** The address of a database, for the administrator unless `user` is another (`name:password`). */
  url(database: string, user = `${ADMIN}:${encodeURIComponent(ADMIN_PASSWORD)}`): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Creates an empty database and returns its name. */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `team_${this.#databases}`;
    await this.run('postgres', (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
    return name;
  }

  /** Runs SQL as the administrator. */
  async run<Value>(database: string, work: (sql: Sql) => PromiseLike<Value>): Promise<Value> {
    const sql = postgres(this.url(database), { max: 1, onnotice: () => undefined });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }

  /** Stops the server if it runs, and starts it on the same data and port. */
  async restart(): Promise<void> {
    await this.stop();
    // Nothing here outlives the tests, so nothing waits for the disk.
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const args = ['-D', this.#data, '-p', String(this.port), ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(program('postgres'), args, { ...this.#owner, cwd: this.#folder, stdio: 'ignore' });
    this.#child = child;
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}.`);
      await wait(50);
    }
  }

  /** Restarts with encryption, with this key and certificate (PEM). */
  async encrypt({ key, certificate }: { readonly key: string; readonly certificate: string }): Promise<void> {
    const { uid = -1, gid = -1 } = this.#owner;
    for (const [name, content] of Object.entries({ 'server.key': key, 'server.crt': certificate })) {
      const path = join(this.#data, name);
      await writeFile(path, content, { mode: 0o600 });
      await chown(path, uid, gid);
    }
    await this.run('postgres', (sql) => sql.unsafe('ALTER SYSTEM SET ssl = on'));
    await this.restart();
  }

  /** Stops the server at once, like a crash, and keeps its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async #create(): Promise<void> {
    const passwordFile = join(this.#folder, 'password');
    await writeFile(passwordFile, ADMIN_PASSWORD);
    const { uid, gid } = this.#owner;
    for (const path of uid === undefined || gid === undefined ? [] : [this.#folder, passwordFile]) {
      await chown(path, uid ?? 0, gid ?? 0);
    }
    const access = ['-U', ADMIN, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const args = ['-D', this.#data, ...access, '--no-sync', '--encoding=UTF8', '--locale=C'];
    execFileSync(program('initdb'), args, { ...this.#owner, cwd: this.#folder, stdio: 'ignore' });
  }

  async #answers(): Promise<boolean> {
    const sql = postgres(this.url('postgres'), { max: 1, connect_timeout: 2, onnotice: () => undefined });
    try {
      await sql`SELECT 1`;
      return true;
    } catch {
      return false;
    } finally {
      await sql.end();
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
