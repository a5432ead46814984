import type { Answer } from '../http/answer.ts';
import { parseErrorBody } from './answers.ts';

/** What routers, gateways and services say in an error body when it is the address that they do not know. */
const aboutThePath =
  /^(404\W*)?(not found|method not allowed)\W*$|^cannot (get|post)\b|\b(route|path|endpoint|url|uri)\b/i;

/**
 * Whether an answer says that nothing is at this path, so that another form of it may be tried. A 404 or 405 in the
 * service's own error body is its word on what was asked (an unknown token, an unknown id), and asking again under
 * another path would be asking twice.
 */
export function saysNoSuchPath({ status, body, complete }: Answer): boolean {
  if (status !== 404 && status !== 405) return false;
  const text = body.toString('utf8');
  // What broke off, or was too long to be read, may have been such a body.
  if (!complete && isBeginningOfJson(text)) return false;
  const words = parseErrorBody(text);
  return words === null || aboutThePath.test(words);
}

/** Whether what came of a body may be the beginning of a JSON object or list, as errors, receipts and records are. */
export function isBeginningOfJson(text: string): boolean {
  return /^\s*([{[]|$)/.test(text);
}
