type OpenDetails = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
  readonly referrer: { readonly url: string; readonly policy: string };
};
export type OpenHandler = (details: OpenDetails) => { readonly action: 'allow' | 'deny' };

/** What of a page's wish for another window the app is asked; it can only refuse. */
export class WindowOpening {
  handler: OpenHandler | null = null;

  /** `from`: the page that wants it. Always false, for the host opens none by itself. */
  mayOpen(from: string, url: string, frameName: string, features: string): boolean {
    const referrer = { url: from, policy: 'strict-origin-when-cross-origin' };
    const disposition = features === '' ? 'foreground-tab' : 'new-window';
    const answer = this.handler?.({ url, frameName, features, disposition, referrer });
    if (answer?.action !== 'deny') console.error(`The Chromium host opens no second window by itself; refused: ${url}`);
    return false;
  }
}
