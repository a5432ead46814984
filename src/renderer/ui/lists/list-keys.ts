/** Where a key leads from row `index` of `count`, or null when it leads nowhere. `page` is how many rows fit in sight. */
export function nextIndex(key: string, index: number, count: number, page: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const within = (wanted: number): number => Math.max(0, Math.min(last, wanted));
  switch (key) {
    case 'ArrowDown':
      return within(index + 1);
    case 'ArrowUp':
      return within(index - 1);
    case 'PageDown':
      return within(index + page);
    case 'PageUp':
      return within(index - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
