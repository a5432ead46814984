import { afterEach, describe, expect, test } from 'vitest';
import { failureMessage } from '../../shared/messages/failures/failure-message.ts';
import { getAllTokens } from './index.ts';
import { accessToken, answering, cleanUp, connectionTo, json } from './scripted-server.fixture.ts';

afterEach(cleanUp);

describe('a redirect', () => {
  test('within the origin is followed', async () => {
    const server = await answering(({ url }, response) =>
      url === '/moved' ? json(response, 200, []) : response.writeHead(308, { location: '/moved' }).end(),
    );
    expect((await getAllTokens(connectionTo(server.baseUrl))).ok).toBe(true);
    expect(server.received[1]?.headers.authorization).toBe(`Bearer ${accessToken}`);
  });

  test('to another origin is not: the secret stays', async () => {
    const other = await answering((_, response) => json(response, 200, []));
    const server = await answering((_, response) =>
      response.writeHead(302, { location: `${other.baseUrl}/here?x=1` }).end(),
    );
    const result = await getAllTokens(connectionTo(server.baseUrl));
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'rejected', values: { why: 'moved', to: `${other.baseUrl}/here` } },
    });
    expect(other.received).toEqual([]);
  });

  test('to an address of thousands of characters is told in a sentence that can be read', async () => {
    const server = await answering((_, response) =>
      response.writeHead(302, 'x'.repeat(5_000), { location: `http://other.example/${'a'.repeat(5_000)}` }).end(),
    );
    const result = await getAllTokens(connectionTo(server.baseUrl));
    expect(!result.ok && failureMessage(result.error).length).toBeLessThan(400);
    expect(!result.ok && result.error.detail?.length).toBeLessThan(1_000);
  });

  test('to nowhere points to nothing, as does every answer that says no place', async () => {
    for (const status of [302, 500]) {
      const server = await answering((_, response) => response.writeHead(status, {}).end());
      const result = await getAllTokens(connectionTo(server.baseUrl));
      expect(!result.ok && result.error.detail).not.toContain('Points to');
      if (status === 302) expect(result).toMatchObject({ ok: false, error: { values: { why: 'moved', to: null } } });
    }
  });

  test('in a circle ends', async () => {
    const server = await answering((_, response) => response.writeHead(302, { location: '/again' }).end());
    expect((await getAllTokens(connectionTo(server.baseUrl))).ok).toBe(false);
    expect(server.received.length).toBeLessThan(10);
  });
});
