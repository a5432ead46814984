import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterPage, isCounted, MOST_PAGES, type Page, pagesFrom } from './pages.ts';

const anyPage: fc.Arbitrary<Page> = fc.record({
  limit: fc.constantFrom(500, 20_000),
  listed: fc.nat(21_000),
  fresh: fc.nat(21_000),
  total: fc.nat(100_000),
});

test('the reading ends, whatever pages come', () => {
  fc.assert(
    fc.property(fc.infiniteStream(anyPage), fc.boolean(), fc.nat(50_000), (pages, proves, start) => {
      let read = pagesFrom(start);
      for (const page of pages) {
        if (read.end !== 'open') break;
        read = afterPage(read, page, proves);
      }
      expect(read.pages).toBeLessThanOrEqual(MOST_PAGES);
    }),
  );
});

/** A change of the service's table between two pages. Records are never removed. */
type Change = { readonly kind: 'none' | 'add' | 'move'; readonly from: number; readonly to: number };

/** `cap`: the most entries on a page. `total`: of the table, or wrongly of the page. `hidden`: counted, but not listed. */
type World = {
  readonly records: number;
  readonly limit: number;
  readonly cap: number;
  readonly total: 'table' | 'page';
  readonly ignoresOffset: boolean;
  readonly hidden: number;
  readonly changes: readonly Change[];
};

const place = fc.nat(60);
const anyWorld = fc.record<World>({
  records: fc.nat(40),
  limit: fc.integer({ min: 1, max: 12 }),
  cap: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 12 })),
  total: fc.constantFrom('table', 'table', 'page'),
  ignoresOffset: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  hidden: fc.oneof({ weight: 3, arbitrary: fc.constant(1_000) }, fc.nat(39)),
  changes: fc.array(
    fc.record<Change>({ kind: fc.constantFrom('none', 'none', 'add', 'move'), from: place, to: place }),
    { maxLength: 12 },
  ),
});

function readAll(world: World) {
  const table = Array.from({ length: world.records }, (_, id) => id);
  const before = [...table];
  const seen = new Set<number>();
  // A service that does not count can hide a record without a trace.
  const hidden = world.total === 'table' ? world.hidden : null;
  let read = pagesFrom(0);
  while (read.end === 'open') {
    const start = world.ignoresOffset ? 0 : read.offset;
    const entries = table.slice(start, start + Math.min(world.limit, world.cap)).filter((id) => id !== hidden);
    const known = seen.size;
    for (const id of entries) seen.add(id);
    const page = {
      limit: world.limit,
      listed: entries.length,
      fresh: seen.size - known,
      total: world.total === 'table' ? table.length : entries.length,
    };
    change(table, world.changes[read.pages]);
    read = afterPage(read, page, true);
  }
  return { isCounted: isCounted(read), isWhole: before.every((id) => seen.has(id)) };
}

function change(table: number[], { kind, from, to }: Change = { kind: 'none', from: 0, to: 0 }): void {
  if (kind === 'add') table.splice(to % (table.length + 1), 0, 100 + table.length);
  const [moved] = kind === 'move' ? table.splice(from, 1) : [];
  if (moved !== undefined) table.splice(to % (table.length + 1), 0, moved);
}

test('a list that misses a record is never called complete', () => {
  fc.assert(
    fc.property(anyWorld, (world) => {
      const { isCounted, isWhole } = readAll(world);
      expect(isCounted && !isWhole).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});

test('a list that nobody changes is complete, whatever its length', () => {
  for (const records of [0, 1, 11, 12, 13, 20, 24, 40]) {
    const honest = { cap: 1_000, total: 'table', ignoresOffset: false, hidden: 1_000, changes: [] } as const;
    expect(readAll({ records, limit: 12, ...honest })).toEqual({ isCounted: true, isWhole: true });
  }
});
