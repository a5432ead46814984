import { workerData } from 'node:worker_threads';
import { serve } from '../threads.ts';
import { Assembly } from './assembly.ts';

// The parent thread sets these.
const { folder, submissionId } = workerData as { readonly folder: string; readonly submissionId: string };
void Assembly.open(folder, submissionId).then(serve);
