/** A length of time as a person would say it: `12 s`, `3 min`, `2 h 5 min`, `3 days`. Takes seconds. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  // Rounded once, to minutes, so that no carry is lost: 3,599 s are "1 h", not "60 min".
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours < 24) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  const days = Math.round(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}
