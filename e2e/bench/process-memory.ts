import { readFile } from 'node:fs/promises';

/**
 * What a process has in memory, in MiB: `resident`, as a task manager shows it, and `proportional`, where what it shares with
 * other processes counts by its share.
 */
export async function processMemory(
  pid: number,
): Promise<{ readonly resident: number; readonly proportional: number }> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mebibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(rollup)?.[1]) / 1024;
  return { resident: mebibytes('Rss'), proportional: mebibytes('Pss') };
}
