import { z } from 'zod';

const claims = z.object({ exp: z.number() });
const userClaims = z.object({ sub: z.string().min(1), iss: z.string().optional() });

/**
 * When an access token ends, as ISO 8601 text in UTC, read from its `exp` claim (RFC 7519, 4.1.4) without verifying it:
 * only the service can do that. Null for an opaque token and for a JWT that names no end. Never throws.
 */
export function jwtExpiry(token: string): string | null {
  const read = claims.safeParse(payloadOf(token));
  if (!read.success) return null;
  const end = new Date(read.data.exp * 1000);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

/** Whether both are JWTs that name the same user (`sub`) of the same issuer. They are not verified. Never throws. */
export function isOfSameUser(one: string, other: string): boolean {
  const [user, otherUser] = [one, other].map((token) => userClaims.safeParse(payloadOf(token)).data);
  return user !== undefined && user.sub === otherUser?.sub && user.iss === otherUser.iss;
}

function payloadOf(token: string): unknown {
  const [header, payload, signature, ...more] = token.split('.');
  if (!header || !payload || signature === undefined || more.length > 0) return null;
  return parseJson(Buffer.from(payload, 'base64url').toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
