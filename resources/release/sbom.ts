// Writes the bill of materials of the app and the command line (CycloneDX, JSON), after a build:
// `node resources/release/sbom.ts <file>`.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { billOfPackedApp } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '..', '..');
const readJson = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Where to? node resources/release/sbom.ts <file>');
const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
// Windows finds npm only through a shell. No argument needs quotes.
const options = { cwd: root, shell: process.platform === 'win32', encoding: 'utf8', maxBuffer: 2 ** 27 } as const;
const installed: unknown = JSON.parse(execFileSync('npm', args, options));
const { productName } = z.object({ productName: z.string() }).parse(readJson('package.json'));
const licences = [['licences.json'], ['cli', 'licences.json']].flatMap((path) => readJson('out', ...path));
const bill = billOfPackedApp(installed, licences, productName);
writeFileSync(target, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${bill.components.length} components`);
