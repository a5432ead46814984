import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A method of a service on the session's bus, which takes nothing but text. */
export type BusCall = {
  readonly service: string;
  readonly path: string;
  readonly interface: string;
  readonly method: string;
  readonly args?: readonly string[];
};

const LONGEST_MS = 3_000;

/** Every Linux desktop has at least one of these programs. */
const programs: Readonly<Record<string, (call: BusCall) => readonly string[]>> = {
  gdbus: ({ service, path, interface: name, method, args = [] }) => [
    ...['call', '--session', `--dest=${service}`, `--object-path=${path}`, `--method=${name}.${method}`],
    ...args,
  ],
  'dbus-send': ({ service, path, interface: name, method, args = [] }) => [
    ...['--session', '--print-reply=literal', `--dest=${service}`, path, `${name}.${method}`],
    ...args.map((arg) => `string:${arg}`),
  ],
  busctl: ({ service, path, interface: name, method, args = [] }) => [
    ...['--user', 'call', service, path, name, method],
    ...(args.length === 0 ? [] : ['s'.repeat(args.length), ...args]),
  ],
};

const run = promisify(execFile);

/**
 * Calls a service in a process of its own, so that a service that hangs holds up nothing here. Resolves with the answer as text,
 * or with null if there is none within three seconds.
 */
export async function callOnSessionBus(call: BusCall): Promise<string | null> {
  for (const [program, argsFor] of Object.entries(programs)) {
    try {
      const { stdout } = await run(program, argsFor(call), { timeout: LONGEST_MS, encoding: 'utf8' });
      return stdout;
    } catch (error) {
      // Only a program that is missing leaves the question to the next one.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return null;
    }
  }
  return null;
}
