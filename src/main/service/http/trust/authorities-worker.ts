import * as tls from 'node:tls';
import { parentPort } from 'node:worker_threads';

parentPort?.postMessage(tls.getCACertificates('system'));
