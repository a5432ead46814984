import { createInterface } from 'node:readline';
import { SingleInstance } from './single-instance.ts';

/**
 * For tests: a process that asks for the lock of a folder (first argument) whenever it is told `request`, with the second
 * argument as its patience, and says `first` or `second`. What it hears of others it says as `heard` and their argument.
 */
const [, , folder = '', patience = '10000'] = process.argv;
const lock = new SingleInstance(Number(patience));
const mine = { argv: [`pid ${process.pid}`], workingDirectory: process.cwd(), data: null };

const orders = createInterface({ input: process.stdin });
orders.on('close', () => process.exit(0));
orders.on('line', (order) => {
  if (order === 'request') {
    console.log(lock.request(folder, mine, ({ argv }) => console.log(`heard ${argv[0]}`)) ? 'first' : 'second');
  }
  if (order === 'release') {
    lock.release();
    console.log('released');
  }
});
console.log('ready');
