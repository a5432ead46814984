// `npm test`: sets up what is missing, runs every check, and closes with one line that counts the tests.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  build,
  desktopPackages,
  installPackages,
  installSystemPackages,
  prepareElectron,
  root,
  runBeside,
  runInFront,
  say,
} from './setup.mjs';

installSystemPackages(desktopPackages);
installPackages();
const electron = await prepareElectron();

const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const unitReport = join(results, 'unit.json');
const journeyReport = join(results, 'journeys.json');

const failures = [];
/** Shows the output of a command that ran beside others, in one piece. */
const tell = async ({ what, ended }) => {
  const { status, output } = await ended;
  say(what);
  process.stdout.write(output);
  if (status !== 0) failures.push(what);
};

// Beside so much else, several checkers of types would only check much of it twice.
const types = (project) => ['--noEmit', '--checkers', '1', '-p', project];
// These read the sources and nothing of each other, so they run beside the build; each tells what it has to say by itself.
const readers = [
  ['lint and format (Biome)', 'biome', ['check', '--error-on-warnings', '.']],
  ['import rules (dependency-cruiser)', 'depcruise', ['src', '--config', '.dependency-cruiser.mjs']],
  ['unused code (knip)', 'knip', []],
  ['types (tsc)', 'tsc', types('.')],
  // Apart as well: main has no DOM, and the window nothing of Node.
  ...['core', 'main', 'preload', 'renderer'].map((part) => [
    `types of src/${part} alone (tsc)`,
    'tsc',
    types(`src/${part}`),
  ]),
  ['Electron’s security checklist (electronegativity)', 'node', ['resources/launch/electronegativity.mjs']],
].map(([what, command, args]) => ({ what, ended: runBeside(command, args) }));
build();
// Unit tests and journeys have the same packed app. It is packed for Linux, which every system's installers are like but there.
const packing = process.platform === 'linux' ? runBeside('node', ['resources/packaging/packed-app.fixture.ts']) : null;
for (const reader of readers) await tell(reader);
if (packing !== null) await tell({ what: 'packing the app (electron-builder)', ended: packing });

// One after the other: each of them keeps two cores busy by itself, and beside each other their time limits would be too short.
const runs = [
  [
    'unit, property and service tests (Vitest)',
    'vitest',
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`],
  ],
  ['journeys through the built app (Playwright)', 'playwright', ['test', '-c', 'e2e/playwright.config.ts']],
];
for (const [what, command, args] of runs) {
  say(what);
  if ((await runInFront(command, args)) !== 0) failures.push(what);
}

const unit = read(unitReport);
const journeyRun = read(journeyReport);
const journeys = journeyRun?.stats;
const passed = (unit?.numPassedTests ?? 0) + (journeys?.expected ?? 0);
const flaky = journeys?.flaky ?? 0;
const failed = (unit?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0) + flaky;
const skipped = (unit?.numPendingTests ?? 0) + (unit?.numTodoTests ?? 0) + (journeys?.skipped ?? 0);

say(`ran on ${electron.words}`);
// Once more at the end: who reads a run elsewhere often has only its last lines.
for (const { name, message } of [...failedUnitTests(unit), ...failedJourneys(journeyRun?.suites ?? [])]) {
  say(`failed: ${name}`);
  console.log(stripVTControlCharacters(message).slice(0, 4_000));
}
for (const what of failures) say(`failed: ${what}`);
if (unit === null || journeys === undefined) failures.push('a test runner left no report');
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failures.length > 0 || failed > 0 || passed === 0 ? 1 : 0);

/** A test file that could not even be loaded has a message of its own and no test that failed. */
function failedUnitTests(report) {
  return (report?.testResults ?? []).flatMap(({ name: file, status, message, assertionResults }) => {
    const name = relative(root, file);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ name, message }] : [];
    return failed.map((test) => ({ name: `${name} › ${test.fullName}`, message: test.failureMessages.join('\n') }));
  });
}

/** Suites hold suites (a file, then what it describes), and a spec is one journey. */
function failedJourneys(suites) {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter((spec) => !spec.ok || spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => {
        const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
        return { name: `${file} › ${spec.title}`, message: errors.map((error) => error.message).join('\n') };
      }),
    ...failedJourneys(inner),
  ]);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
