import { post, serve } from '../threads.ts';
import { FileHandler } from './file-handler.ts';

serve(new FileHandler(post));
