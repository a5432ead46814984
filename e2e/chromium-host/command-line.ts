/** What has to be given where Chromium's sandbox refuses to work: for root. */
export const sandboxSwitches: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** The variable that opens a port to debuggers whatever the app thinks of its own switch. */
export const PORT_VARIABLE = 'CHROMIUM_HOST_DEBUGGING_PORT';

/** The folder of the app: the first of the host's arguments that is no switch. Null when there is none. */
export function appFolderAmong(argv: readonly string[]): string | null {
  return argv.find((argument) => !argument.startsWith('-')) ?? null;
}

/** Throws an `Error` with a sentence for the person when it is none. */
export function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`“${text}” is no port: a port is a number up to 65535.`);
  return port;
}
