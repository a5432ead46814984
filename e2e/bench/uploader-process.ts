import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type JournalAttempt, readJournal } from '../soak/journal-reading.ts';
import { databasePath, type ServiceAddress } from '../soak/submissions-core.ts';
import { builtUploader } from './built.ts';
import { endsWithUs } from './children.ts';
import type { Conditions } from './measurement.ts';
import { type UploaderReport, uploaderReport } from './uploader-messages.ts';

let built: Promise<string> | null = null;

export type Upload = UploaderReport & {
  /** All attempts in the journal. */
  readonly attempts: readonly JournalAttempt[];
};

/** Drops `paths` (with `files` files) on the app without its window, in a new process with an empty data folder. */
export async function upload(
  { folder, profile }: Conditions,
  service: ServiceAddress,
  paths: readonly string[],
  files: number,
  warmUp: string | null = null,
): Promise<Upload> {
  built ??= builtUploader();
  const script = await built;
  const userData = await mkdtemp(join(folder, 'user-data-'));
  const orders = JSON.stringify({ userData, service, paths, files, warmUp });
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = endsWithUs(
    spawn(process.execPath, [...profiling, script, orders], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  const reports: UploaderReport[] = [];
  child.on('message', (message) => reports.push(uploaderReport.parse(message)));
  const [code] = await once(child, 'exit');
  const attempts = readJournal(databasePath(userData)).flatMap((submission) => submission.attempts);
  const [report] = reports;
  if (report === undefined) throw new Error(`The measured process ended with ${code} before its last receipt.`);
  return { ...report, attempts };
}
