/** What the host's command line says. */
export type HostCommand = {
  /** The folder of the app: the first argument that is no switch. */
  readonly appFolder: string | null;
  readonly debuggingPort: number | null;
};

/** What has to be given where Chromium's sandbox refuses to work: for root. */
export const sandboxSwitches: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const PORT_SWITCH = '--remote-debugging-port=';

/** Throws an `Error` with a sentence for the person when the port is none. */
export function readCommandLine(argv: readonly string[]): HostCommand {
  const port = argv.findLast((argument) => argument.startsWith(PORT_SWITCH))?.slice(PORT_SWITCH.length);
  return {
    appFolder: argv.find((argument) => !argument.startsWith('-')) ?? null,
    debuggingPort: port === undefined ? null : readPort(port),
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`${PORT_SWITCH}${text}: a port is a number up to 65535.`);
  return port;
}
