import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { routePreloadMessages } from './preload-messages.ts';
import { destroy, StrictEmitter } from './strict.ts';

class Contents extends StrictEmitter {
  isDestroyed = (): boolean => false;
  get mainFrame(): object {
    return this;
  }
}

test('what a page says while its window closes is heard by nobody', () => {
  const world = Object.assign(new EventEmitter(), { isCurrent: () => true });
  const contents = new Contents();
  const onKeyLeftOver = vi.fn();
  routePreloadMessages(world as never, contents as never, { preload: undefined, onKeyLeftOver });
  const press = () => world.emit('message', { kind: 'key', key: 'F5' }, () => [], { contextId: 1 });
  press();
  contents.isDestroyed = () => true;
  destroy(contents, ['isDestroyed']);
  press();
  expect(onKeyLeftOver).toHaveBeenCalledOnce();
});
