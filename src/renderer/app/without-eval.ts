import { config } from 'zod';

// zod makes functions of text where it may, and finds out by trying: the page's policy forbids it, and notes each try as a
// violation. To be imported before anything that has a schema.
config({ jitless: true });
