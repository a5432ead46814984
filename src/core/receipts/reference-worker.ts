import { serve } from '../threads.ts';
import { readReceiptBytes } from './receipt.ts';

serve({ read: readReceiptBytes });
