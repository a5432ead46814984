import type { SavedFile } from '../shared/bridge/receipts.ts';
import { failure, type Result, success } from '../shared/failures/failure.ts';
import { escapeHtml, visibleName } from '../shared/text.ts';
import { ticketTime } from '../shared/time.ts';

export type Row = readonly [label: string, value: string | null, kind?: 'code'];

export type PrintedPage = {
  /** The name of the file that the receipt is for. */
  readonly name: string;
  readonly body: string;
  /** `timeZone`: this machine's if undefined. */
  readonly made: { readonly issuedAt: string; readonly appVersion: string; readonly timeZone?: string | undefined };
  readonly foot?: string;
};

/** A complete page for printing, without a script. `body` and `foot` are HTML; everything else is escaped here. */
export function printedPage({ name, body, made, foot = '' }: PrintedPage): string {
  const shownName = escapeHtml(visibleName(name));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<style nonce="__CSP_NONCE__">${style}</style>
<title>${shownName}: receipt</title>
</head>
<body>
<header>
<p class="brand">Dropslip</p>
<h1>Receipt</h1>
<p class="name"><bdi>${shownName}</bdi></p>
</header>
${body}
<footer>
<p>Issued ${escapeHtml(ticketTime(made.issuedAt, made.timeZone))} by Dropslip ${escapeHtml(made.appVersion)}.</p>
${foot}
</footer>
</body>
</html>
`;
}

/** Converts a page to a PDF. */
export type Print = (page: string) => Promise<Uint8Array<ArrayBuffer>>;

/** A page as a PDF file to save. Errors: `not-printed`. */
export async function printedFile(print: Print, name: string, page: string): Promise<Result<SavedFile>> {
  const bytes = await print(page).catch(String);
  if (typeof bytes === 'string') return failure({ code: 'not-printed', detail: bytes });
  return success({ name, type: 'application/pdf', bytes });
}

export type PrintedAccount = {
  readonly name: string;
  readonly kind: 'practice' | 'service';
  readonly address: string | null;
};

export function accountRows(account: PrintedAccount): readonly Row[] {
  const name = account.kind === 'practice' ? `${account.name} (practice: nothing real was spent)` : account.name;
  return [
    ['Account', name],
    // The practice service has a new address at every start.
    ['Service', account.kind === 'practice' ? null : account.address, 'code'],
  ];
}

/** Omits rows without a value, and a section without rows. */
export function section(title: string, rows: readonly Row[]): string {
  const shown = rows.flatMap(([label, value, kind]) =>
    value === null || value === ''
      ? []
      : [
          `<div><dt>${escapeHtml(label)}</dt><dd${kind === 'code' ? ' class="code"' : ''}><bdi>${escapeHtml(value)}</bdi></dd></div>`,
        ],
  );
  if (shown.length === 0) return '';
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n<dl>\n${shown.join('\n')}\n</dl>\n</section>`;
}

const style = `
  @page { size: A4; margin: 18mm 18mm 16mm; }
  * { box-sizing: border-box; margin: 0; }
  body { font: 9.5pt/1.45 'Inter Variable', Inter, system-ui, sans-serif; color: #10211e; }
  header { padding-bottom: 5mm; border-bottom: 0.6mm solid #0c6f66; }
  .brand { color: #0c6f66; font-weight: 600; }
  h1 { font-size: 20pt; line-height: 1.2; }
  .name { margin-top: 2mm; font-weight: 600; overflow-wrap: anywhere; }
  section { margin-top: 6mm; break-inside: avoid-page; }
  h2 { margin-bottom: 1.5mm; font-size: 9.5pt; }
  dl > div { display: grid; grid-template-columns: 40mm 1fr; gap: 4mm; padding: 1.2mm 0; border-top: 0.2mm solid #dde6e3; break-inside: avoid; }
  dt { color: #4a5c58; }
  dd { overflow-wrap: anywhere; white-space: pre-wrap; font-variant-numeric: tabular-nums; }
  .code { font: 8.5pt/1.5 ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace; }
  footer { display: grid; gap: 1.5mm; margin-top: 8mm; padding-top: 3mm; border-top: 0.2mm solid #7d8f8a; color: #4a5c58; break-inside: avoid; }
  footer .code { overflow-wrap: anywhere; }
`;
