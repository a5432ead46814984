/** Any function. */
export type Callable = (...args: readonly unknown[]) => unknown;

export function isCallable(value: unknown): value is Callable {
  return typeof value === 'function';
}
