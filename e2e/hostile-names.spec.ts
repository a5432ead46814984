import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './app/test.ts';

const ZONE = 'names-of-a-page.test';

/** Names addresses below `ZONE` in every way that makes a browser look them up; waits for the ends. */
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

/** Each lookup that Chromium noted in its log of the network, by the name that it was for. */
async function lookedUp(log: string): Promise<string[]> {
  const text = await readFile(log, 'utf8');
  return [...text.matchAll(/^\{"params":\{[^\n]*/gm)]
    .map(([line]) => line)
    .filter((line) => /"(?:host|hostname|qname|dns_query_type|host_resolver)"/.test(line))
    .flatMap((line) => line.match(new RegExp(`[\\w-]+\\.${ZONE}`, 'g')) ?? []);
}

test('no name that a page chooses is looked up, by hints, relays or anything else', async ({ start, folder }) => {
  const log = join(folder, 'network.json');
  const logging = [`--log-net-log=${log}`, '--net-log-capture-mode=Everything'];
  const app = await start({ args: logging });
  await expect(app.page.getByRole('navigation')).toBeVisible();
  await nameEverywhere(app.page);
  await app.quit();
  expect((await readFile(log, 'utf8')).length).toBeGreaterThan(1_000);
  expect(await lookedUp(log)).toEqual([]);
});
