import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A method call of a service on the session bus. All arguments are text. */
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
 * Calls a service through another process, so that a hanging service does not block this one. Resolves with the answer
 * as text, or with null after three seconds or a failure.
 */
export async function callOnSessionBus(call: BusCall): Promise<string | null> {
  for (const [program, argsFor] of Object.entries(programs)) {
    try {
      const { stdout } = await run(program, argsFor(call), { timeout: LONGEST_MS, encoding: 'utf8' });
      return stdout;
    } catch (error) {
      // Tries the next program only if this one is missing.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return null;
    }
  }
  return null;
}
