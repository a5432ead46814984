import { config } from 'zod';

// zod compiles functions from text if it may, and tests that by trying. The content security policy forbids it and logs
// each try as a violation. Import this before any module with a schema.
config({ jitless: true });
