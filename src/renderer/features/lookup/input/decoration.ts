/** What stands before an entry of a list: `- `, `• `, `3. `, `(3) `, `[x] `; twice at most (`1. - `). */
const listMark = /^(?:(?:[-*+>•◦▪‣·–—]|\(?\d{1,4}[.):]|\[[ x]?\]) +){1,2}/i;
/** What lists of files put behind a name: `(2 kB)`, `[1.5 MiB]`. */
const sizeBehind = / *[([] *\d[\d.,' ]{0,20} *(?:bytes?|octets?|[kmgt]?i?[bo]) *[)\]]$/i;
const rootedPath = /^(?:[a-z]:[\\/]|\\\\|~?\/|\.{1,2}[\\/]|file:)/i;
const endsWithFileName = /[^\s./\\@]\.[a-z][a-z\d]{1,4}$/i;

/**
 * A line without what a list, a folder's listing or a path puts around it: `3. letter.txt`, `letter.txt (2 kB)`,
 * `C:\Users\me\letter.txt`. Null where there is nothing around it. `line`: with single blanks.
 */
export function withoutDecoration(line: string): string | null {
  const unmarked = line.replace(listMark, '').replace(sizeBehind, '');
  const plain = (lastOfPath(unmarked) ?? unmarked).trim();
  return plain === '' || plain === line ? null : plain;
}

function lastOfPath(text: string): string | null {
  const unquoted = text.replace(/^["'<]/, '').replace(/["'>,;]+$/, '');
  const isAddress = /^[a-z][a-z\d+.-]*:\/\//i.test(unquoted);
  const path = isAddress ? decoded(unquoted.replace(/[?#].*$/, '')) : unquoted;
  if (!/[\\/]/.test(path)) return null;
  // `and/or` is no path.
  if (!rootedPath.test(path) && !endsWithFileName.test(path)) return null;
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return last.trim() === '' ? null : last;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
