#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Compiling the code takes longer than most commands.
enableCompileCache();
const { run } = await import('./program.ts');
process.exitCode = await run(process.argv.slice(2), import.meta.url);
