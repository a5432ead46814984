import type { Work } from './work-count.ts';

/** In the dock or the taskbar; `progress` as Electron has it, -1 for no bar. */
export type Bar = { readonly progress: number; readonly mode: 'none' | 'normal' | 'paused' | 'error' };

/** The bar of what goes on: by bytes where there are any. Quiet when nothing goes on. */
export function barOf({ all, bytes, done, gone, moving, paused, stuck }: Work): Bar {
  if (moving + paused === 0) return { progress: -1, mode: 'none' };
  const progress = bytes > 0 ? gone / bytes : (done + stuck) / all;
  if (moving === 0) return { progress, mode: 'paused' };
  return { progress, mode: stuck > 0 ? 'error' : 'normal' };
}
