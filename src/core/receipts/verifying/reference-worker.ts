import { parentPort } from 'node:worker_threads';
import { readReferenceBytes } from './read-reference.ts';

/** A thread that reads one file's bytes as receipts or a manifest, says what they are, and is ended. */
parentPort?.once('message', (bytes: Uint8Array) => parentPort?.postMessage(readReferenceBytes(bytes)));
