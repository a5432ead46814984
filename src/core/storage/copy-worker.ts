import { serve } from '../threads.ts';
import { takeCopy } from './database-copy.ts';

const api = { takeCopy };
export type CopyTaker = typeof api;

serve(api);
