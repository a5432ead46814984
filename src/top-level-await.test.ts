import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Whether a module waits for something before those that import it are run. */
function awaitsAtItsTop(source: string): boolean {
  const isWaiting = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(isWaiting);
    if (typeof value !== 'object' || value === null) return false;
    const type = 'type' in value ? String(value.type) : '';
    if (/Function/.test(type)) return false;
    return (
      type === 'AwaitExpression' || ('await' in value && value.await === true) || Object.values(value).some(isWaiting)
    );
  };
  return isWaiting(parseAst(source, { lang: 'ts' }).body);
}

test('what a module awaits within its functions is not at its top', () => {
  expect(awaitsAtItsTop('const f = async () => await g(); class A { async b() { await c; } }')).toBe(false);
  const waiting = ['await f();', 'export const a = await f();', 'for await (const a of f()) g(a);\nexport {};'];
  expect(waiting.map(awaitsAtItsTop)).toEqual([true, true, true]);
});

// Whoever ends a thread in the moment in which modules go on after such a wait ends the whole process: a failed check of V8's
// (nodejs/node issue 43182). Only a page and a command, which no thread imports, may wait.
test('no module that a thread may import awaits at its top', () => {
  const paths = globSync('src/{core,main,shared,practice-service}/**/*.ts', { cwd: root });
  const waiting = paths
    .filter((path) => !/\.(?:test|fixture)\.tsx?$|\.d\.ts$|node_modules|cli\.ts$/.test(path))
    .filter((path) => awaitsAtItsTop(readFileSync(join(root, path), 'utf8')));
  expect(paths).toContain('src/core/features.ts');
  expect(waiting).toEqual([]);
});
