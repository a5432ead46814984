// Who may import whom (docs/architecture.md). `npm run check` runs it.

/** The folders of `src/core`, lowest layer first. A folder imports only from lower layers. */
const floors = [
  ['storage'],
  ['files'],
  ['digests', 'manifest'],
  ['encryption'],
  ['service'],
  ['network'],
  ['accounts'],
  ['records'],
  ['balances'],
  ['deposits'],
  ['submissions'],
  ['lookup', 'receipts', 'diagnostics', 'retrieval'],
  ['team'],
];
/** The folders of `src/core/submissions`, lowest layer first. Folders of one layer may import each other. */
const submissionLayers = [
  ['journal'],
  ['content'],
  ['cost', 'progress'],
  ['parts'],
  ['settling'],
  ['sending'],
  ['queue'],
  ['intake'],
  ['drops', 'approval'],
];
const userFileFolders = [
  'files',
  'digests',
  'manifest',
  'encryption',
  'submissions',
  'lookup',
  'receipts',
  'retrieval',
];
const tests = '\\.(test|fixture)\\.ts$';
const oneOf = (names) => `(${names.join('|')})`;
const rooms = floors.flat();

const upwards = floors.map((floor, index) => ({
  name: `${floor.join(', ')}: asks only rooms below`,
  severity: 'error',
  from: { path: `^src/core/${oneOf(floor)}/`, pathNot: tests },
  to: {
    path: `^src/core/${oneOf(floors.slice(index).flat())}/`,
    pathNot: '^src/core/$1/',
  },
}));

const submissionsUpwards = submissionLayers.map((layer, index) => ({
  name: `submissions/${layer.join(', ')}: imports only lower layers`,
  severity: 'error',
  from: { path: `^src/core/submissions/${oneOf(layer)}/`, pathNot: tests },
  to: {
    path: `^src/core/submissions/${oneOf(submissionLayers.slice(index + 1).flat())}/`,
    // The size of parts depends on the largest upload that a service accepts.
    pathNot: '^src/core/submissions/sending/payload-limits\\.ts$',
  },
}));

export default {
  forbidden: [
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    ...upwards,
    ...submissionsUpwards,
    {
      name: 'core folders are imported through their index.ts',
      severity: 'error',
      from: { path: '^src/core/([^/]+)/', pathNot: tests },
      to: {
        path: `^src/core/${oneOf(rooms)}/`,
        pathNot: ['^src/core/$1/', '^src/core/[^/]+/index\\.ts$', '^src/core/storage/sqlite\\.ts$'],
      },
    },
    {
      name: 'core folders are imported through their index.ts by everything else',
      severity: 'error',
      from: { path: '^src/(core/[^/]+\\.ts$|main/|cli/|practice-service/)', pathNot: tests },
      to: {
        path: '^src/core/[^/]+/',
        pathNot: ['^src/core/[^/]+/index\\.ts$', '^src/core/(storage/sqlite|network/chain-format)\\.ts$'],
      },
    },
    {
      name: 'core runs without Electron and without the desktop app',
      severity: 'error',
      from: { path: '^src/core/', pathNot: tests },
      to: { path: ['^node_modules/electron/', '^electron$', '^src/(main|cli|preload|renderer)/'] },
    },
    {
      name: 'the command line sees core and shared, and runs without Electron',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: tests },
      to: { path: ['^node_modules/electron/', '^electron$', '^src/(main|preload|renderer|practice-service)/'] },
    },
    {
      name: 'user files are read with original-fs: fs treats archives as folders',
      severity: 'error',
      from: {
        path: `^src/(core/(${userFileFolders.join('|')})|main/(preferences|files))/`,
        pathNot: ['/files/(original-fs|app-protocol)\\.ts$', tests],
      },
      to: { path: '^(node:)?fs(/promises)?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shared imports zod and itself',
      severity: 'error',
      from: { path: '^src/shared/', pathNot: tests },
      to: { pathNot: ['^src/shared/', '^node_modules/zod/'] },
    },
    {
      name: 'the window sees only shared',
      severity: 'error',
      from: { path: '^src/renderer/', pathNot: tests },
      to: { path: '^(src/(core|main|preload|practice-service)/|electron$|node:)' },
    },
    {
      name: 'preload sees only shared and Electron',
      severity: 'error',
      from: { path: '^src/preload/', pathNot: tests },
      to: { pathNot: ['^src/(shared|preload)/', '^electron$', '^node_modules/electron/'] },
    },
    {
      name: 'a screen is entered by its index.ts',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^src/renderer/features/[^/]+/',
        pathNot: ['^src/renderer/features/$1/', '^src/renderer/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'a screen is entered by its index.ts, from the frame as well',
      severity: 'error',
      from: { path: '^src/renderer/(app|data|ui)/', pathNot: tests },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'the practice service is another program',
      severity: 'error',
      from: { path: '^src/practice-service/', pathNot: tests },
      to: {
        path: '^src/(core|main|renderer|preload)/',
        pathNot: '^src/core/(storage/sqlite|network/chain-format)\\.ts$',
      },
    },
    {
      name: 'what only tests use is a fixture',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: '\\.fixture\\.ts$' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'] },
  },
};
