import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * The configuration of a session bus in a folder. It starts the services whose files are in the folder. It blocks
 * access to the service `refused`.
 */
export function busConfiguration(folder: string, refused: string | null = null): string {
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${folder}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <allow user="*"/>
    ${refused === null ? '' : `<deny send_destination="${refused}"/>`}
  </policy>
</busconfig>`;
}

/** Stops a program, even a suspended one. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  await ended;
}
