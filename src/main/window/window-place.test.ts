import { EventEmitter } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { WindowPlace } from './window-place.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const second = { x: 1920, y: 0, width: 1280, height: 1024 };
const usual = { width: 1180, height: 780 };

let database: DatabaseSync;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT');
});

const open = (): WindowPlace => new WindowPlace(database, async (write) => write());

class FollowedWindow extends EventEmitter {
  bounds = { x: 0, y: 0, ...usual };
  maximized = false;
  getNormalBounds = () => this.bounds;
  isMaximized = () => this.maximized;
  maximize = () => {
    this.maximized = true;
  };
}

function closedAt(bounds: typeof screen, maximized = false): void {
  const window = new FollowedWindow();
  open().follow(window);
  Object.assign(window, { bounds, maximized });
  window.emit('close');
}

test('a window opens where the last one was closed, and as large', () => {
  expect(open().bounds([screen])).toEqual(usual);
  closedAt({ x: 2000, y: 40, width: 900, height: 600 });
  expect(open().bounds([screen, second])).toEqual({ x: 2000, y: 40, width: 900, height: 600 });
});

test('where its screen is gone, or its title bar is above it, it is as large and opens in the middle', () => {
  closedAt({ x: 2000, y: 40, width: 900, height: 600 });
  expect(open().bounds([screen])).toEqual({ width: 900, height: 600 });
  closedAt({ x: 10, y: -50, width: 900, height: 600 });
  expect(open().bounds([screen])).toEqual({ width: 900, height: 600 });
});

test('a window that was maximized is so again, and keeps what it goes back to', () => {
  closedAt({ x: 10, y: 20, width: 900, height: 600 }, true);
  const window = new FollowedWindow();
  const place = open();
  expect(place.bounds([screen])).toEqual({ x: 10, y: 20, width: 900, height: 600 });
  place.follow(window);
  expect(window.maximized).toBe(true);
});

test('a place that nobody can read is as if there were none', () => {
  database.exec(`INSERT INTO settings VALUES ('window-place', '{"bounds":{"x":1e99}}')`);
  expect(open().bounds([screen])).toEqual(usual);
});
