import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Resident memory (RSS) in MiB. */
export type AppMemory = {
  readonly main: number;
  readonly page: number;
  /** Zygotes, the GPU process and utilities. */
  readonly others: number;
  readonly all: number;
};

/** Returns the memory of an app's processes. `mainPid`: of its main process, which all others descend from. */
export async function appMemory(mainPid: number): Promise<AppMemory> {
  const { stdout } = await run('ps', ['-ww', '-eo', 'pid=,ppid=,rss=,args='], { maxBuffer: 16 * 1024 * 1024 });
  const processes = stdout
    .matchAll(/^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/gm)
    .map(([, pid, parent, kibibytes, args = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      mebibytes: Number(kibibytes) / 1024,
      isPage: args.includes('--type=renderer'),
    }))
    .toArray();
  const own = new Set([mainPid]);
  // A parent may come after its child.
  for (let size = 0; size !== own.size; ) {
    size = own.size;
    for (const { pid, parent } of processes) if (own.has(parent)) own.add(pid);
  }
  const sum = (is: (one: (typeof processes)[number]) => boolean): number =>
    processes.filter((one) => own.has(one.pid) && is(one)).reduce((total, { mebibytes }) => total + mebibytes, 0);
  const main = sum(({ pid }) => pid === mainPid);
  const page = sum(({ isPage }) => isPage);
  const all = sum(() => true);
  return { main, page, others: all - main - page, all };
}
