import { readAddress } from '../../../../shared/addresses.ts';
import { bare } from './message-lines.ts';

/** An address in a message, and how much speaks for its being the service's. */
type Candidate = { readonly address: string; readonly score: number };

const links = /https?:\/\/[^\s<>"'`|\\^{}“”„«»]+/gi;
const hosts =
  /(?<![\w@./:-])(?:(?:[a-z\d-]+\.)+[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3}|localhost)(?::\d{2,5})?(?:\/[^\s<>"'`]*)?(?!\S*@)/gi;

/** What stands before the address of a service, and what before other links. */
const label = /\b(?:address|url|uri|end-?point|host|server|service|base|api|gateway|node|connect)\b/i;
const otherLabel =
  /\b(?:documentation|docs|manual|guide|read|unsubscribe|privacy|terms|web-?\s?site|homepage|calendar|meeting|support|help|questions|status|blog|follow|invoice|dashboard|portal)\b/i;
const otherHost =
  /^(?:www|docs?|help|support|status|blog|mail|calendar|meet|zoom|portal|dashboard)\.|(?:github|gitlab|twitter|x|linkedin|facebook|youtube|zoom|calendly|google|microsoft|slack|discord|telegram|t)\.(?:com|us|me|gg|org)$/i;
const otherPath =
  /\/(?:docs?|help|support|manual|guide|privacy|terms|legal|unsubscribe|blog|status)(?:\/|$)|\.(?:pdf|png|jpe?g|gif|html?)$/i;
const serviceName = /\b(?:api|core|gateway|submit|service|node)\b/i;
/** The paths of the service's own calls: what stands before them is its address. */
const callPath = /\/(?:v1\/[a-z_]+|users?\/[a-z_]+|token_map|health)\/?$/i;

/** The addresses in a message, the likeliest to be the service's first. `isClear`: nothing else is as likely. */
export function foundAddresses(lines: readonly string[]): {
  readonly addresses: readonly string[];
  readonly isClear: boolean;
} {
  const best = new Map<string, number>();
  lines.forEach((line, at) => {
    for (const { address, score } of candidatesIn(line, labelIn(lines[at - 1] ?? ''))) {
      best.set(address, Math.max(score, best.get(address) ?? Number.NEGATIVE_INFINITY));
    }
  });
  const ranked = [...best].sort(([, one], [, other]) => other - one);
  const [first, second] = ranked.map(([, score]) => score);
  const isClear = first !== undefined && first >= 0 && (second === undefined || first > second);
  return { addresses: ranked.map(([address]) => address), isClear };
}

/** A label may stand on the line before, alone. */
function labelIn(before: string): string {
  return /[:：]$/.test(before) ? before : '';
}

function candidatesIn(line: string, before: string): readonly Candidate[] {
  const found = [...line.matchAll(links)];
  const named = /\b(?:address|url|uri|end-?point|host|server)\b[^:=]{0,30}[:=]/i.test(`${before} ${line}`);
  // A host without https:// may be anything: only where it is called an address it is one.
  const all = found.length > 0 || !named ? found : [...line.matchAll(hosts)];
  return all.flatMap((match) => {
    const text = bare(match[0]);
    const read = readAddress(text.replace(/[?#].*$/, '').replace(callPath, ''));
    if (!read.ok) return [];
    const about = `${before} ${line.slice(0, match.index)}`;
    return [{ address: read.address, score: scoreOf(text, read.address, about) }];
  });
}

function scoreOf(text: string, address: string, about: string): number {
  const { hostname, port, pathname } = new URL(address);
  const speaks: readonly (readonly [boolean, number])[] = [
    [label.test(about), 4],
    [otherLabel.test(about), -5],
    [callPath.test(text), 5],
    [otherHost.test(hostname), -6],
    [otherPath.test(pathname), -6],
    [serviceName.test(`${hostname} ${pathname}`), 2],
    [port !== '' || /^[\d.]+$/.test(hostname), 1],
  ];
  return speaks.reduce((score, [isSo, weight]) => (isSo ? score + weight : score), 0);
}
