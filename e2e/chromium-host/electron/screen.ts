import { StrictEmitter } from './strict.ts';
import type { Bounds } from './window-list.ts';

const bounds: Bounds = { x: 0, y: 0, width: 1920, height: 1080 };
const display = {
  id: 1,
  label: '',
  bounds,
  workArea: bounds,
  size: { width: bounds.width, height: bounds.height },
  workAreaSize: { width: bounds.width, height: bounds.height },
  scaleFactor: 1,
  rotation: 0,
  internal: false,
};

/** One screen of a usual size, whatever screens there are. */
class Screen extends StrictEmitter {
  getPrimaryDisplay(): typeof display {
    return display;
  }

  getAllDisplays(): (typeof display)[] {
    return [display];
  }

  getDisplayMatching(_bounds: Bounds): typeof display {
    return display;
  }

  getDisplayNearestPoint(_point: object): typeof display {
    return display;
  }

  getCursorScreenPoint(): { x: number; y: number } {
    return { x: 0, y: 0 };
  }
}

export const screen = new Screen();
