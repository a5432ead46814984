import { parentPort } from 'node:worker_threads';
import { authorityCertificates } from '../../../../runtime/older-node.ts';

parentPort?.postMessage(authorityCertificates('system'));
