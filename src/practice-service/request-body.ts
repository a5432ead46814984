import type { IncomingMessage } from 'node:http';

/** The Content-Length in bytes; 0 when there is no body at all, null when only the end of the body will tell. */
export function declaredLength({ headers }: IncomingMessage): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}

/** The media type in lower case without its parameters, or null when there is none. */
export function mediaType({ headers }: IncomingMessage): string | null {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || null;
}

/** Whether the sender holds its body back until it hears `100 Continue`. */
export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}
