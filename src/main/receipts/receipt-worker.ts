import { parentPort } from 'node:worker_threads';
import { readReceiptBytes } from './read-receipt.ts';

/** A thread that reads one file's bytes as receipts, says what they are, and is ended. */
parentPort?.once('message', (bytes: Uint8Array) => parentPort?.postMessage(readReceiptBytes(bytes)));
