import { workerData } from 'node:worker_threads';
import { serve } from '../threads.ts';
import { Assembly } from './assembly.ts';

// The thread that starts this one gives these as they are.
const { folder, submissionId } = workerData as { readonly folder: string; readonly submissionId: string };
// A rejection ends the thread with its error.
void Assembly.open(folder, submissionId).then(serve);
