import { z } from 'zod';

const claims = z.object({ exp: z.number() });

/**
 * When an access token ends, as ISO 8601 text in UTC, read from its `exp` claim (RFC 7519, 4.1.4) without verifying it:
 * only the service can do that. Null for an opaque token and for a JWT that names no end. Never throws.
 */
export function jwtExpiry(token: string): string | null {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || signature === undefined || more.length > 0) return null;
  const read = claims.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!read.success) return null;
  const end = new Date(read.data.exp * 1000);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
