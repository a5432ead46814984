import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { User } from './electron.ts';
import { busConfiguration, stop } from './session-bus.ts';

const run = promisify(execFile);

export type Keyring = {
  /** The environment with a separate bus and home, for a child process, or for this one before it loads keytar. */
  readonly env: Readonly<Record<string, string>>;
  /** Locks the keyring. Nobody answers its password prompt. */
  readonly lock: () => Promise<void>;
  /** Unlocks the keyring with the password. */
  readonly unlock: () => Promise<void>;
  /** Makes the keyring stop answering until `resume`. */
  readonly freeze: () => void;
  readonly resume: () => void;
  /** Stops the keyring. The bus continues, like on a desktop without a keyring. */
  readonly end: () => Promise<void>;
  /** The secret of an entry, read with `secret-tool`; null if there is none. */
  readonly lookUp: (service: string, entry: string) => Promise<string | null>;
  /** The full output of `secret-tool` for a service's entries, with labels and attributes. */
  readonly search: (service: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

export type KeyringOptions = {
  /** With `refuse` the bus blocks access to the keyring, like a sandbox without that permission. */
  readonly access?: 'allow' | 'refuse';
  /** The owner of the keyring, if not the user of this process. */
  readonly user?: User | null;
};

/** True if this machine has the programs for a keyring. */
export function canStartKeyring(): boolean {
  const tools = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool'];
  return (
    process.platform === 'linux' &&
    tools.every((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined)
  );
}

/** Includes the line end, because the keyring uses its whole input. */
const PASSWORD = 'test\n';

/** Starts a real Secret Service (GNOME Keyring), unlocked and empty, on a separate bus. Needs no display. */
export async function startKeyring({ access = 'allow', user = null }: KeyringOptions = {}): Promise<Keyring> {
  const folder = await mkdtemp(join(tmpdir(), 'dropslip-keyring-'));
  const runtime = join(folder, 'run');
  await mkdir(runtime, { mode: 0o700 });
  const configuration = join(folder, 'bus.conf');
  await writeFile(configuration, busConfiguration(folder, access === 'refuse' ? 'org.freedesktop.secrets' : null));
  if (user !== null) for (const path of [folder, runtime]) await chown(path, user.uid, user.gid);
  await chmod(folder, 0o755);
  const { bus, address } = await startBus(configuration, user);
  const env = {
    HOME: folder,
    XDG_DATA_HOME: join(folder, '.local', 'share'),
    XDG_RUNTIME_DIR: runtime,
    DBUS_SESSION_BUS_ADDRESS: address,
  };
  const whole = { ...process.env, ...env, DISPLAY: '', WAYLAND_DISPLAY: '' };

  const send = async (destination: string, ...message: string[]): Promise<string> => {
    const args = ['--session', '--print-reply', `--dest=${destination}`, ...message];
    return (await run('dbus-send', args, { env: whole })).stdout;
  };
  const secretTool = async (...args: string[]): Promise<string | null> => {
    const child = spawn('secret-tool', args, { env: whole, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const [code] = await once(child, 'close');
    return code === 0 ? output : null;
  };

  const daemon = startDaemon(whole, user);
  const names = 'org.freedesktop.DBus';
  while (!(await send(names, '/', `${names}.NameHasOwner`, 'string:org.freedesktop.secrets')).includes('true')) {
    if (daemon.exitCode !== null) throw new Error(`The keyring ended with ${daemon.exitCode} before it was ready.`);
    await setImmediate();
  }
  const collection = '/org/freedesktop/secrets/collection/login';
  const isLocked = async (): Promise<boolean> => {
    const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked'];
    const answer = await send('org.freedesktop.secrets', collection, `${names}.Properties.Get`, ...property);
    return /boolean true/.test(answer);
  };
  // A busy keyring answers before it has finished.
  const lock = async (): Promise<void> => {
    do {
      await send(
        'org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
        `array:objpath:${collection}`,
      );
    } while (!(await isLocked()));
  };

  return {
    env,
    lock,
    unlock: async () => {
      await unlock(runtime);
      while (await isLocked()) await setImmediate();
    },
    freeze: () => {
      daemon.kill('SIGSTOP');
    },
    resume: () => {
      daemon.kill('SIGCONT');
    },
    end: () => stop(daemon),
    lookUp: (service, entry) => secretTool('lookup', 'service', service, 'account', entry),
    search: async (service) => (await secretTool('search', '--all', 'service', service)) ?? '',
    close: async () => {
      await stop(daemon);
      await stop(bus);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startBus(
  configuration: string,
  user: User | null,
): Promise<{ readonly bus: ChildProcess; readonly address: string }> {
  const bus = spawn('dbus-daemon', ['--nofork', '--nopidfile', '--print-address=1', `--config-file=${configuration}`], {
    ...user,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(bus, 'exit').then(() => Promise.reject(new Error('The bus ended before it named its address.')));
  ended.catch(() => null);
  const [address] = await Promise.race([once(createInterface({ input: bus.stdout }), 'line'), ended]);
  return { bus, address: String(address) };
}

/** Runs in the foreground, so that it is a child of this process and can be stopped reliably. */
function startDaemon(env: NodeJS.ProcessEnv, user: User | null): ChildProcess {
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    ...user,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  daemon.stdin.end(PASSWORD);
  return daemon;
}

/**
 * Unlocks like PAM at sign-in: sends the password over the control socket, after one byte that carries the sender's
 * identity.
 */
async function unlock(runtime: string): Promise<void> {
  const password = Buffer.from(PASSWORD);
  const request = Buffer.alloc(13 + password.length);
  request.writeUInt32BE(12 + password.length, 1);
  request.writeUInt32BE(1, 5);
  request.writeUInt32BE(password.length, 9);
  password.copy(request, 13);
  const socket = connect(join(runtime, 'keyring', 'control'));
  socket.write(request);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  if (!Buffer.isBuffer(answer) || answer.readUInt32BE(4) !== 0) throw new Error('The keyring did not unlock.');
}
