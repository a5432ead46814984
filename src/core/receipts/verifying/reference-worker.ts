import { serve } from '../../threads.ts';
import { readReferenceBytes } from './read-reference.ts';

/** Reads one file's bytes as receipts or as a manifest. */
const api = { read: readReferenceBytes };
export type ReferenceReader = typeof api;

serve(api);
