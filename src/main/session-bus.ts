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

const run = promisify(execFile);

/**
 * Calls a service through `dbus-send`, which every Linux desktop has, so that a hanging service does not block this
 * process. Resolves with the answer as text, or with null after three seconds or a failure.
 */
export async function callOnSessionBus(call: BusCall): Promise<string | null> {
  const { service, path, interface: name, method, args = [] } = call;
  const texts = args.map((arg) => `string:${arg}`);
  const all = ['--session', '--print-reply=literal', `--dest=${service}`, path, `${name}.${method}`, ...texts];
  return run('dbus-send', all, { timeout: LONGEST_MS, encoding: 'utf8' }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
