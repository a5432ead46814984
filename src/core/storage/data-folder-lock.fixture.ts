import { createInterface } from 'node:readline';
import { DataFolderLock } from './data-folder-lock.ts';

/**
 * For tests: a process that says `ready`, and at the first line that it is told wants a data folder (its argument) until
 * it has it; then it says `owned`. Told `look` it says whether its next try found the folder `taken`; told `release` it
 * lets go and ends; told `collect` it lets the garbage collector run.
 */
const [, , folder = ''] = process.argv;
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Kept here by a weak reference alone, as the app's own start keeps it. */
let held: WeakRef<DataFolderLock> | null = null;
let looks = false;

function want(): void {
  const lock = new DataFolderLock(folder);
  const claim = lock.take(10);
  if (claim.kind === 'taken') {
    if (looks) say('taken');
    looks = false;
    setImmediate(want);
    return;
  }
  held = new WeakRef(lock);
  say(claim.kind);
}

const orders = createInterface({ input: process.stdin });
// Whoever started it is gone.
orders.on('close', () => process.exit(0));
orders.on('line', (order) => {
  if (order === 'want') want();
  if (order === 'look') looks = true;
  if (order === 'collect') {
    globalThis.gc?.();
    say('collected');
  }
  if (order === 'release') {
    held?.deref()?.release();
    process.exit(0);
  }
});
say('ready');
