import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rowText } from '../../shared/text.ts';
import { makeOwnFolder, refuseAnothersFolder } from '../storage/index.ts';

const exportName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:csv|json)$/;

/** Where an export can be written. Throws where it cannot. */
export function newExport(folder: string, format: 'csv' | 'json'): string {
  makeOwnFolder(folder);
  return join(folder, `${randomUUID()}.${format}`);
}

/** Removes what earlier runs left. All else stays: a folder of that name may have been somebody's before, or be a link. */
export function removeExports(folder: string): void {
  try {
    refuseAnothersFolder(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isFile() && exportName.test(entry.name)) rmSync(join(folder, entry.name), { force: true });
    }
  } catch {
    // There is none yet, or it is not for the app to clear.
  }
}

/** Of the longest account's name the beginning, so that the day and the ending have room whatever it is written in. */
const LONGEST_ACCOUNT = 60;

/** What the person's copy is called: whose it is, and of which day. What a system does not take is replaced where it is saved. */
export function savedName(account: string, day: string, format: 'csv' | 'json'): string {
  // A slash in a name would be taken for the end of a folder's.
  const whose = rowText(account, LONGEST_ACCOUNT).replace(/[/\\]/g, '_').trim().toWellFormed();
  return `${['Spending', whose, day].filter(Boolean).join(' ')}.${format}`;
}
