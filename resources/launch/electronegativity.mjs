// Runs Electronegativity (a scanner for Electron's known pitfalls) over the sources; its parser can't read all of the
// built app. Ends with 1 when it finds something that electronegativity-findings.json does not explain, when an
// explanation explains nothing any more, or when a file could not be read. Needs no network.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scannerPath = createRequire(import.meta.url).resolve('@doyensec/electronegativity');
const requireAsScanner = createRequire(scannerPath);
const scannersCompiler = pathToFileURL(requireAsScanner.resolve('typescript')).href;

registerHooks({
  resolve(specifier, context, next) {
    // It would fetch translations and a list of releases, and the answer must not depend on who can be reached.
    if (specifier === 'got') return { url: 'dropslip:no-network', format: 'commonjs', shortCircuit: true };
    // Its parser works with the compiler that it brings along, not with the project's.
    if (specifier === 'typescript') {
      return { url: scannersCompiler, format: 'commonjs', shortCircuit: true };
    }
    return next(specifier, context);
  },
  load(url, context, next) {
    if (url !== 'dropslip:no-network') return next(url, context);
    const source = 'module.exports = () => Promise.reject(new Error("no network"));';
    return { format: 'commonjs', source, shortCircuit: true };
  },
});

const explained = JSON.parse(readFileSync(new URL('electronegativity-findings.json', import.meta.url), 'utf8')).map(
  (explanation) => ({ ...explanation, used: false }),
);
const { version } = JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'));
// The check for security fixes asks the network; the electron version is pinned in package.json and moved by hand.
const excludeFromScan = ['AvailableSecurityFixesGlobalCheck'];

const { log } = console;
const troubles = [];
const { issues, errors } = await scan(join(root, 'src'));
for (const { file, message } of errors) troubles.push(`could not read ${file}: ${message}`);
for (const issue of issues) {
  const place = issue.file === 'N/A' ? 'src' : `src/${issue.file.replaceAll('\\', '/')}`;
  const explanation = explained.find(({ check, file }) => check === issue.id && file === place);
  if (explanation !== undefined) explanation.used = true;
  else {
    const where = `${place}:${issue.location.line}`;
    troubles.push(`${issue.id} (${issue.severity.name}) in ${where}: ${issue.description} ${issue.sample ?? ''}`);
  }
}
for (const { check, file, used } of explained) {
  if (!used) troubles.push(`nothing is found any more of ${check} in ${file}: take its explanation away`);
}

for (const trouble of troubles) log(`electronegativity: ${trouble}`);
log(`electronegativity: ${explained.length} findings explained, ${troubles.length} problems`);
process.exit(troubles.length > 0 ? 1 : 0);

async function scan(input) {
  process.env.LANG = 'en-US';
  // It speaks of its own translations on the console.
  console.log = () => undefined;
  try {
    return await requireAsScanner(scannerPath)({
      input,
      isRelative: true,
      electronVersionOverride: version,
      excludeFromScan,
    });
  } finally {
    console.log = log;
  }
}
