import type { KeyPress } from '../electron/accelerator.ts';

/**
 * What the preload's world and the host say to each other. A message is a line of JSON (its head), and after the line
 * break the encoded values that go with it (`structured-clone.ts`), if any.
 */
export type FromWindow =
  | { readonly kind: 'started'; readonly dark: boolean }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string }
  | { readonly kind: 'send'; readonly channel: string }
  | { readonly kind: 'key'; readonly key: KeyPress }
  | { readonly kind: 'preload-failed'; readonly message: string; readonly stack: string }
  | { readonly kind: 'color-scheme'; readonly dark: boolean };

export type ToWindow =
  | { readonly kind: 'resolved'; readonly id: number }
  | { readonly kind: 'rejected'; readonly id: number; readonly message: string }
  | { readonly kind: 'message'; readonly channel: string };

/** What the preload's world asks while it stands still until the answer is there. */
export type Question =
  | { readonly kind: 'file-paths' }
  | { readonly kind: 'send-sync'; readonly channel: string; readonly args: string }
  | { readonly kind: 'window-open'; readonly url: string; readonly frameName: string; readonly features: string };

/** The function that asks, below the one in which the preload's world stands still; its variable holds the answer. */
export const QUESTION_FUNCTION = 'askHost';
export const QUESTION_VARIABLE = 'slot';
