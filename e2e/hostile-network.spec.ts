import type { Page } from '@playwright/test';

import { expect, test } from './app/test.ts';
import { setTrap } from './app/trap.ts';

/** Tries everything by which a page can make a browser send something to `port` of this machine; waits for the ends. */
function tryEverything(page: Page, port: number): Promise<void> {
  return page.evaluate(async (to) => {
    const http = `http://127.0.0.1:${to}`;
    const bases = [http, `http://localhost:${to}`, `https://127.0.0.1:${to}`];
    const pending: Promise<unknown>[] = [];
    const attempt = (make: () => unknown): void => {
      try {
        pending.push(Promise.resolve(make()).catch(() => undefined));
      } catch {
        // Refused at once.
      }
    };
    const ended = (target: EventTarget, ...types: string[]): Promise<unknown> =>
      new Promise((resolve) => {
        for (const type of types) target.addEventListener(type, resolve);
      });

    const hint = (rel: string, href: string, as?: string): void => {
      const link = document.createElement('link');
      link.rel = rel;
      link.href = href;
      if (as !== undefined) link.setAttribute('as', as);
      document.head.append(link);
    };
    for (const base of bases) {
      for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'modulepreload', 'prerender', 'next', 'icon']) {
        hint(rel, `${base}/${rel}`);
      }
      for (const as of ['fetch', 'script', 'style', 'image', 'font', 'video']) hint('preload', `${base}/${as}`, as);
      hint('stylesheet', `${base}/style`);
      hint('manifest', `${base}/manifest`);
      const anonymous = document.createElement('link');
      anonymous.rel = 'preconnect';
      anonymous.crossOrigin = 'anonymous';
      anonymous.href = base;
      document.head.append(anonymous);
    }
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({
      prefetch: [{ source: 'list', urls: [`${http}/speculation`], eagerness: 'immediate' }],
      prerender: [{ source: 'list', urls: [`${http}/prerendering`], eagerness: 'immediate' }],
    });
    document.head.append(rules);

    for (const base of bases) {
      attempt(() => fetch(`${base}/fetch`, { mode: 'no-cors' }));
      attempt(() => fetch(`${base}/keepalive`, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }));
      attempt(() => navigator.sendBeacon(`${base}/beacon`, 'x'));
      attempt(() => {
        const image = new Image();
        image.src = `${base}/image`;
        return ended(image, 'load', 'error');
      });
      attempt(() => {
        const source = new EventSource(`${base}/events`);
        return ended(source, 'open', 'error').then(() => source.close());
      });
      attempt(() => {
        const socket = new WebSocket(base.replace('http', 'ws'));
        return ended(socket, 'open', 'error');
      });
      attempt(() => {
        const element = document.createElement('div');
        element.style.backgroundImage = `url(${base}/css)`;
        document.body.append(element);
      });
      attempt(() => new FontFace('trap', `url(${base}/font)`).load());
      attempt(() => import(/* @vite-ignore */ `${base}/module.js`));
      attempt(() => ended(new Worker(`${base}/worker.js`), 'error'));
      attempt(() => {
        const blob = new Blob([`fetch('${base}/in-worker', {mode: 'no-cors'}).finally(() => postMessage(1))`]);
        return ended(new Worker(URL.createObjectURL(blob)), 'error', 'message');
      });
      attempt(() => navigator.serviceWorker?.register(`${base}/service-worker.js`));
      for (const tag of ['script', 'iframe', 'video', 'object', 'embed'] as const) {
        attempt(() => {
          const element = document.createElement(tag);
          element.setAttribute(tag === 'object' ? 'data' : 'src', `${base}/${tag}`);
          document.body.append(element);
        });
      }
      attempt(() => {
        const form = document.createElement('form');
        form.action = `${base}/form`;
        document.body.append(form);
        form.submit();
      });
      attempt(() => {
        const anchor = document.createElement('a');
        anchor.href = location.href;
        anchor.ping = `${base}/ping`;
        anchor.setAttribute('attributionsrc', `${base}/attribution`);
        anchor.target = '_blank';
        document.body.append(anchor);
        anchor.click();
      });
      attempt(() => open(`${base}/open`));
    }
    attempt(() => {
      const transport = new WebTransport(`https://127.0.0.1:${to}/transport`);
      return transport.ready;
    });

    const servers = [
      { urls: `stun:127.0.0.1:${to}` },
      { urls: `turn:127.0.0.1:${to}?transport=udp`, username: 'u', credential: 'c' },
      { urls: `turn:127.0.0.1:${to}?transport=tcp`, username: 'u', credential: 'c' },
      { urls: `turns:127.0.0.1:${to}?transport=tcp`, username: 'u', credential: 'c' },
    ];
    for (const iceServers of [...servers.map((server) => [server]), servers]) {
      attempt(async () => {
        const connection = new RTCPeerConnection({ iceServers });
        connection.createDataChannel('trap');
        const gathered = ended(connection, 'icegatheringstatechange').then(
          () => connection.iceGatheringState === 'complete' || ended(connection, 'icegatheringstatechange'),
        );
        await connection.setLocalDescription(await connection.createOffer());
        // A candidate of the page's own choice is pinged directly.
        await connection
          .setRemoteDescription({
            type: 'answer',
            sdp: (connection.localDescription?.sdp ?? '').replace('actpass', 'active'),
          })
          .catch(() => undefined);
        for (const kind of ['udp', 'tcp']) {
          const candidate = `candidate:1 1 ${kind} 2122260223 127.0.0.1 ${to} typ host${kind === 'tcp' ? ' tcptype passive' : ''}`;
          await connection.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 }).catch(() => undefined);
        }
        await gathered;
      });
    }
    await Promise.all(pending);
    // What hints begin tells nobody of its end: it has begun long before as many pictures have been drawn.
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  }, port);
}

test('whatever a page tries, nothing of it leaves the browser', async ({ start }) => {
  // What WebRTC may reach is a policy of the browser's.
  const { page: window } = await start();
  await expect(window.getByRole('navigation')).toBeVisible();
  const trap = await setTrap();
  try {
    await tryEverything(window, trap.port);
    expect(trap.caught()).toEqual([]);
    expect(await window.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
  } finally {
    await trap.close();
  }
});
