import { workerData } from 'node:worker_threads';
import { post, serve } from '../threads.ts';
import { EncryptionThread } from './thread.ts';

// `workerData`: the address of the digest worker, which digests the encrypted bytes.
serve(new EncryptionThread(new URL(String(workerData)), post));
