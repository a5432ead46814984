import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app/test.ts';
import { setTrap } from './app/trap.ts';

const ZONE = 'names-of-a-page.test';

/** Names addresses below `ZONE` in every way that makes a browser look names up. */
function nameEverywhere(page: Page): Promise<void> {
  return page.evaluate(async (zone) => {
    for (const rel of ['dns-prefetch', 'preconnect', 'prefetch', 'stylesheet']) {
      const link = document.createElement('link');
      link.rel = rel;
      link.href = `https://${rel}.${zone}/`;
      document.head.append(link);
    }
    const image = new Image();
    image.src = `https://image.${zone}/`;
    const relays = ['stun:stun', 'turn:udp', 'turn:tcp', 'turns:tls'].map((kind) => {
      const transport = kind === 'turn:tcp' || kind === 'turns:tls' ? '?transport=tcp' : '';
      return { urls: `${kind}.${zone}:3478${transport}`, username: 'u', credential: 'c' };
    });
    await Promise.all(
      relays.map(async (relay) => {
        const connection = new RTCPeerConnection({ iceServers: [relay] });
        connection.createDataChannel('names');
        const gathered = new Promise<void>((resolve) => {
          connection.addEventListener('icegatheringstatechange', () => {
            if (connection.iceGatheringState === 'complete') resolve();
          });
        });
        await connection.setLocalDescription(await connection.createOffer());
        const sdp = (connection.localDescription?.sdp ?? '').replace('actpass', 'active');
        await connection.setRemoteDescription({ type: 'answer', sdp }).catch(() => undefined);
        const candidate = `candidate:1 1 udp 2122260223 candidate.${zone} 9 typ host`;
        await connection.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 }).catch(() => undefined);
        await gathered;
      }),
    );
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  }, ZONE);
}

/** The names below `ZONE` that Chromium looked up, from its log of the network. */
async function lookedUp(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8');
  return [...text.matchAll(/^\{"params":\{[^\n]*/gm)]
    .map(([line]) => line)
    .filter((line) => /"(?:host|hostname|qname|dns_query_type|host_resolver)"/.test(line))
    .flatMap((line) => line.match(new RegExp(`[\\w-]+\\.${ZONE}`, 'g')) ?? []);
}

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
    // Nothing says when a hint is done: it has begun long before this many frames are drawn.
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  }, port);
}

test('whatever a page tries, nothing leaves the browser and no name is looked up', async ({ start, folder }) => {
  const log = join(folder, 'network.json');
  const app = await start({ args: [`--log-net-log=${log}`, '--net-log-capture-mode=Everything'] });
  const trap = await setTrap();
  try {
    await tryEverything(app.page, trap.port);
    await nameEverywhere(app.page);
    expect(trap.caught()).toEqual([]);
    expect(await app.page.evaluate(() => document.querySelector('nav') !== null)).toBe(true);
  } finally {
    await trap.close();
  }
  await app.quit();
  expect((await readFile(log, 'utf8')).length).toBeGreaterThan(1_000);
  expect(await lookedUp(log)).toEqual([]);
});
