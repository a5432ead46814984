/** PostgreSQL's text is UTF-8 without NUL. File names may have lone surrogates (Windows), which become U+FFFD. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** JSON text means the same with its lone surrogates escaped. It has no NUL, except as an escape. */
export function storableJson(text: string): string {
  const escaped = (surrogate: string): string => `\\u${surrogate.charCodeAt(0).toString(16)}`;
  return storableText(text.replace(/\p{Surrogate}/gu, escaped));
}
