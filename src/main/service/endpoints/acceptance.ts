import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { readSubmissionId } from '../../../shared/submission-id.ts';
import type { Answer } from '../http/answer.ts';
import { type AcceptanceSign, acceptanceSign } from '../parsing/answers.ts';

/** What an answer that is no receipt says of an acceptance all the same, in its body or its headers. */
export function acceptanceIn({ body, headers }: Answer): AcceptanceSign | null {
  const inBody = acceptanceSign(body.toString('utf8'));
  return inBody !== null && inBody.id !== null ? inBody : (signInHeaders(headers) ?? inBody);
}

const uuid = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{32})$/i;
const idName = /^(?:x-)?(?:[a-z]+-)?(?:submission|expenditure|receipt)-?(?:id|uuid|guid|number|reference)$/;
const idParameter = /submission[\W_]*(?:id|uuid|guid|number|reference)?$/i;
const ofSubmissions = /^(?:submissions?|expenditures?|receipts?|get_submission_info|get_pre_image)$/i;
/** What a service or a gateway may point to that is not what was taken. */
const ofOthers =
  /^(?:errors?|incidents?|problems?|requests?|traces?|users?|accounts?|tenants?|sessions?|support|help)$/i;

function signInHeaders(headers: IncomingHttpHeaders): AcceptanceSign | null {
  for (const [name, value] of Object.entries(headers)) {
    const text = (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
    const id = idName.test(name) ? readSubmissionId(text) : null;
    if (id !== null) return { id };
  }
  const locations = [headers.location, headers['content-location'], headers['operation-location']];
  for (const location of locations.flat()) {
    const sign = signInLocation(location);
    if (sign !== null) return sign;
  }
  return null;
}

/** Where what was taken would be found. */
function signInLocation(location: string | undefined): AcceptanceSign | null {
  const url = location === undefined ? null : URL.parse(location, 'http://service.invalid');
  if (url === null) return null;
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const [id = '', before = ''] = parts.toReversed();
  for (const [name, value] of url.searchParams) {
    const isNamed = idParameter.test(name) || (name === 'id' && ofSubmissions.test(id));
    const given = isNamed ? readSubmissionId(value) : null;
    if (given !== null) return { id: given };
  }
  // What is told of it may stand below it.
  const within = parts.find((part, at) => uuid.test(part) && ofSubmissions.test(parts[at - 1] ?? ''));
  if (within !== undefined) return { id: readSubmissionId(within) };
  const isOne = uuid.test(id) ? !ofOthers.test(before) : ofSubmissions.test(before) && /\d/.test(id);
  return isOne ? { id: readSubmissionId(id) } : null;
}

/**
 * Whether nobody has read what it says: it was encoded although that was not asked for, or is no text at all. What has
 * no byte says nothing. Servers also name what is no coding there, a character set above all; their text is read as it is.
 */
export function isEncoded({ body, headers }: Answer): boolean {
  if (body.length === 0) return false;
  const named = headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isUnread = codings.test(named) || (named !== '' && named !== 'identity' && !isUtf8(body));
  return isUnread || body.some(isNoSignOfText);
}

/** By which text becomes something else: the registered ones, and base64, whose text looks like words. */
const codings = /\b(?:gzip|deflate|br|brotli|zstd|compress|dcb|dcz|exi|base64)\b/;

/** Control signs but tab, line ends and the escape of coloured words. */
const isNoSignOfText = (byte: number): boolean => byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
