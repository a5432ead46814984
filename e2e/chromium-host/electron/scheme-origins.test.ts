import { describe, expect, it } from 'vitest';
import { fromChromium, originOf, toChromium } from './scheme-origins.ts';

const schemes = [
  { scheme: 'app', secure: true },
  { scheme: 'media', secure: false },
];

describe('addresses of the app’s own schemes', () => {
  it('become addresses of a host that exists nowhere, and come back as they were', () => {
    const pairs = [
      ['app://bundle/index.html?a=1#part', 'https://bundle.app.invalid/index.html?a=1#part'],
      ['media://x/', 'http://x.media.invalid/'],
    ] as const;
    for (const [own, chromium] of pairs) {
      expect(toChromium(own, schemes)).toBe(chromium);
      expect(fromChromium(chromium, schemes)).toBe(own);
    }
  });

  it('are told from others, which stay as they are', () => {
    for (const url of [
      'https://example.com/app.invalid/',
      'https://app.invalid.example/',
      'file:///app',
      'about:blank',
    ]) {
      expect(toChromium(url, schemes)).toBe(url);
      expect(fromChromium(url, schemes)).toBe(url);
    }
  });

  it('have their scheme and host as origin', () => {
    expect(originOf('app://bundle/index.html')).toBe('app://bundle');
    expect(originOf('about:blank')).toBe('null');
  });
});
