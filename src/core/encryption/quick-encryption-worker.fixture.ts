import { workerData } from 'node:worker_threads';
import { post, serve } from '../threads.ts';
import { EncryptionThread } from './thread.ts';

/** For tests of something else than the cost of a passphrase: each is tried in no time. */
serve(new EncryptionThread(new URL(String(workerData)), post, 2));
