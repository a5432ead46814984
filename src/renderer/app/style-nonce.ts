/** The nonce that main put into the page: the policy lets only style elements with it in. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
