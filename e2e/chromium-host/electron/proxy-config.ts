import type { Route } from '../chromium/way-out.ts';

/** The part of Electron's `ProxyConfig` that the host knows. */
export type ProxyConfig = {
  readonly mode?: 'direct' | 'auto_detect' | 'pac_script' | 'fixed_servers' | 'system';
  readonly proxyRules?: string;
  readonly proxyBypassRules?: string;
};

const loopback = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Chromium passes by every proxy for this machine itself, unless the rules hold `<-loopback>`. */
export function routeOf({ mode = 'fixed_servers', proxyRules = '', proxyBypassRules = '' }: ProxyConfig): Route {
  if (mode === 'direct' || mode === 'system') return { kind: 'direct' };
  const rule = /^(?:http:\/\/)?([^\s:;,=/]+):(\d+)$/.exec(proxyRules);
  if (mode !== 'fixed_servers' || rule === null || !['', '<-loopback>'].includes(proxyBypassRules)) {
    throw new Error(`session.setProxy: the Chromium host knows no ${mode} with ${proxyRules} ${proxyBypassRules}`);
  }
  const [, host = '', port = ''] = rule;
  const isBypassed = (name: string): boolean => proxyBypassRules === '' && loopback.test(name);
  return { kind: 'proxy', host, port: Number(port), isBypassed };
}
