import { post, serve } from '../threads.ts';
import { FileHandler } from './file-handler.ts';

/** For tests: this one refuses a folder with two names. */
serve(new FileHandler(post, 1));
