import { parentPort } from 'node:worker_threads';
import { authorityCertificates } from '../older-node.ts';

parentPort?.postMessage(authorityCertificates('system'));
