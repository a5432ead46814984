import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { Assembly } from './assembly.ts';

const port = parentPort;
if (port === null) throw new Error('What is got back is put together in a worker thread.');

// The thread that starts this one hands it over as it is.
const { folder, submissionId } = workerData as { readonly folder: string; readonly submissionId: string };
void Assembly.open(folder, submissionId).then((assembly) => expose(assembly, nodeEndpoint(port)));
