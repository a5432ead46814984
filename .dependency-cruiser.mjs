// Who may import whom (docs/architecture.md). `npm run check` runs it.

/** The rooms of main, from the ground up: each may ask those before it, the ones of one line not each other. */
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
  ['lookup', 'receipts', 'diagnostics', 'preferences', 'about', 'retrieval', 'updates'],
];
const roomsOfPeoplesFiles = [
  'files',
  'digests',
  'manifest',
  'encryption',
  'submissions',
  'lookup',
  'receipts',
  'retrieval',
  'preferences',
];
const tests = '\\.(test|fixture)\\.ts$';
const oneOf = (names) => `(${names.join('|')})`;
const rooms = floors.flat();

const upwards = floors.map((floor, index) => ({
  name: `${floor.join(', ')}: asks only rooms below`,
  severity: 'error',
  from: { path: `^src/main/${oneOf(floor)}/`, pathNot: tests },
  to: {
    path: `^src/main/${oneOf([...floors.slice(index).flat(), 'electron'])}/`,
    pathNot: '^src/main/$1/',
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
    {
      name: 'a room is entered by its index.ts',
      severity: 'error',
      from: { path: '^src/main/([^/]+)/', pathNot: tests },
      to: {
        path: `^src/main/${oneOf([...rooms, 'electron', 'start'])}/`,
        pathNot: ['^src/main/$1/', '^src/main/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'a room is entered by its index.ts, from outside of all as well',
      severity: 'error',
      from: { path: '^src/main/[^/]+\\.ts$', pathNot: tests },
      to: { path: '^src/main/[^/]+/', pathNot: '^src/main/[^/]+/index\\.ts$' },
    },
    {
      name: 'only electron/, start/, index.ts and app.ts touch Electron',
      severity: 'error',
      from: { path: '^src/main/', pathNot: ['^src/main/((electron|start)/|index\\.ts$|app\\.ts$)', tests] },
      to: { path: ['^node_modules/electron/', '^electron$', '^src/main/electron/'] },
    },
    {
      name: 'files of people are met by original-fs: fs takes archives for folders',
      severity: 'error',
      from: {
        path: `^src/main/(${[...roomsOfPeoplesFiles, 'electron/files'].join('|')})/`,
        pathNot: ['/files/(original-fs|app-protocol|offered-files)\\.ts$', tests],
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
      to: { path: '^(src/(main|preload|practice-service)/|electron$|node:)' },
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
      to: { path: '^src/(main|renderer|preload)/' },
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
