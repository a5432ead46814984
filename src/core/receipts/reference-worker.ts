import { serve } from '../threads.ts';
import { readReferenceBytes } from './reference-file.ts';

serve({ read: readReferenceBytes });
