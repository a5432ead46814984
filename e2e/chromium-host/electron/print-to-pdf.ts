import type { Protocol } from '../chromium/devtools-protocol.ts';

type PageSize = keyof typeof paperSizes | { readonly width: number; readonly height: number };

/** Electron's options, lengths in inches. */
export type PdfOptions = {
  readonly landscape?: boolean;
  readonly displayHeaderFooter?: boolean;
  readonly printBackground?: boolean;
  readonly scale?: number;
  readonly pageSize?: PageSize;
  readonly margins?: {
    readonly top?: number;
    readonly bottom?: number;
    readonly left?: number;
    readonly right?: number;
  };
  readonly pageRanges?: string;
  readonly headerTemplate?: string;
  readonly footerTemplate?: string;
  readonly preferCSSPageSize?: boolean;
};

const paperSizes = {
  Legal: { width: 8.5, height: 14 },
  Letter: { width: 8.5, height: 11 },
  Tabloid: { width: 11, height: 17 },
  A3: { width: 11.7, height: 16.54 },
  A4: { width: 8.27, height: 11.7 },
  A5: { width: 5.83, height: 8.27 },
} as const;

export function pdfParameters(options: PdfOptions): Protocol.Page.printToPDFParameters {
  const { pageSize = 'Letter', margins, ...rest } = options;
  const { width, height } = typeof pageSize === 'string' ? paperSizes[pageSize] : pageSize;
  const { top, bottom, left, right } = margins ?? {};
  return {
    ...rest,
    paperWidth: width,
    paperHeight: height,
    ...(top === undefined ? {} : { marginTop: top }),
    ...(bottom === undefined ? {} : { marginBottom: bottom }),
    ...(left === undefined ? {} : { marginLeft: left }),
    ...(right === undefined ? {} : { marginRight: right }),
  };
}
