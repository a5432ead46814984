import type { Bounds } from './window-list.ts';

/** What of a window's options decides how large it is. */
export type SizeOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly useContentSize?: boolean;
};

/** How much higher than its content a window is, as on macOS and Windows: there is a title bar, though nobody sees it. */
const FRAME_HEIGHT = 28;

/** The window with its frame, as it is opened. */
export function boundsOf(options: SizeOptions): Bounds {
  const { width = 800, height = 600, minWidth = 0, minHeight = 0, useContentSize = false } = options;
  const outerHeight = height + (useContentSize ? FRAME_HEIGHT : 0);
  return { x: 0, y: 0, width: Math.max(width, minWidth), height: Math.max(outerHeight, minHeight) };
}

/** `bounds` with some of them changed, whole, and no smaller than the window may be. */
export function changedBounds(
  bounds: Bounds,
  change: Partial<Bounds>,
  { minWidth = 0, minHeight = 0 }: SizeOptions,
): Bounds {
  const { x, y, width, height } = { ...bounds, ...change };
  const size = { width: Math.max(Math.round(width), minWidth), height: Math.max(Math.round(height), minHeight) };
  return { x: Math.round(x), y: Math.round(y), ...size };
}

export function contentOf({ x, y, width, height }: Bounds): Bounds {
  return { x, y: y + FRAME_HEIGHT, width, height: Math.max(0, height - FRAME_HEIGHT) };
}

export function heightWithFrame(contentHeight: number): number {
  return contentHeight + FRAME_HEIGHT;
}
