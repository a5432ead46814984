import { workerData } from 'node:worker_threads';
import { serve } from '../threads.ts';
import { Assembly } from './assembly.ts';

// `workerData`: the work folder.
void Assembly.open(String(workerData)).then(serve);
