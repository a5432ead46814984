import { describe, expect, test } from 'vitest';
import { type Environment, proxyRoute, shownRoute, skipsProxy } from './proxy.ts';

const route = async (url: string, environment: Environment, system = 'DIRECT') =>
  shownRoute(await proxyRoute(new URL(url), environment, async () => system));

describe('the route', () => {
  const https = 'https://service.example/path';
  const http = 'http://service.example';
  test.each<[string, string, Environment, string, string | null]>([
    ['nothing is said', https, {}, 'DIRECT', null],
    ['HTTPS_PROXY', https, { HTTPS_PROXY: 'http://p:3128' }, 'DIRECT', 'http://p:3128'],
    ['https_proxy, without a scheme', https, { https_proxy: 'p:3128' }, 'DIRECT', 'http://p:3128'],
    ['a password stays out', https, { HTTPS_PROXY: 'http://a:b@p:3128' }, 'DIRECT', 'http://p:3128'],
    ['HTTP_PROXY is for http', https, { HTTP_PROXY: 'http://p:1' }, 'DIRECT', null],
    ['HTTP_PROXY', http, { HTTP_PROXY: 'http://p:1' }, 'DIRECT', 'http://p:1'],
    ['ALL_PROXY', http, { ALL_PROXY: 'http://p:1' }, 'DIRECT', 'http://p:1'],
    ['the environment stands above the system', https, { HTTPS_PROXY: 'p:1' }, 'PROXY q:2', 'http://p:1'],
    ['NO_PROXY', https, { HTTPS_PROXY: 'p:1', NO_PROXY: '.example' }, 'PROXY q:2', null],
    ['NO_PROXY and the system', https, { no_proxy: 'service.example' }, 'PROXY q:2', null],
    ['the system', https, {}, 'PROXY q:2; DIRECT', 'http://q:2'],
    ['the system, encrypted', https, {}, 'HTTPS q:2', 'https://q:2'],
    ['the system, direct first', https, {}, 'DIRECT; PROXY q:2', null],
    ['the system, SOCKS 4 and another', https, {}, 'SOCKS s:1; PROXY q:2; DIRECT', 'http://q:2'],
    ['the system, SOCKS 5', https, {}, 'SOCKS5 q:2', 'socks5://q:2'],
    ['ALL_PROXY with SOCKS 5', https, { ALL_PROXY: 'socks5h://a:b@p:1' }, 'DIRECT', 'socks5://p:1'],
    ['this machine', 'http://127.0.0.1:8000', { HTTP_PROXY: 'p:1', ALL_PROXY: 'p:1' }, 'PROXY q:2', null],
    ['this machine by name', 'http://localhost:8000', { HTTP_PROXY: 'p:1' }, 'PROXY q:2', null],
    ['this machine, IPv6', 'http://[::1]:8000', { HTTP_PROXY: 'p:1' }, 'PROXY q:2', null],
    [
      'this machine, when it is said',
      'http://127.0.0.1:8000',
      { HTTP_PROXY: 'p:1', NO_PROXY: '<-loopback>' },
      'DIRECT',
      'http://p:1',
    ],
  ])('%s', async (_case, url, environment, system, expected) => {
    const shown = expected === null ? { kind: 'direct' } : { kind: 'proxy', proxy: expected };
    expect(await route(url, environment, system)).toEqual(shown);
  });

  test.each<[string, Environment, string, object]>([
    ['HTTPS_PROXY', { HTTPS_PROXY: ':::' }, 'DIRECT', { kind: 'unusable' }],
    ['HTTPS_PROXY of another scheme', { HTTPS_PROXY: 'ftp://p:1' }, 'DIRECT', { kind: 'unusable' }],
    ['an empty system answer', {}, '', { kind: 'unusable' }],
    ['an unknown kind', {}, 'QUIC q:2; DIRECT', { kind: 'unusable' }],
    ['SOCKS', {}, 'SOCKS q:2; DIRECT', { kind: 'unusable' }],
    ['ALL_PROXY', { ALL_PROXY: 'socks4://a:b@p:1' }, 'DIRECT', { kind: 'unusable' }],
  ])('is not direct: %s', async (_case, environment, system, shown) => {
    expect(await route(https, environment, system)).toEqual(shown);
  });

  test('is not direct when the system does not answer', async () => {
    const answer = await proxyRoute(new URL(https), {}, () => Promise.reject(new Error('no')));
    expect(answer).toEqual({ kind: 'unusable' });
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['*', true],
    ['service.example', true],
    ['SERVICE.example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['ample', false],
    ['other.example', false],
    ['service.example:443', true],
    ['service.example:8443', false],
    ['a, b service.example', true],
    ['', false],
    [',', false],
  ])('%j with https://service.example: %s', (exceptions, expected) => {
    expect(skipsProxy(new URL('https://service.example'), exceptions)).toBe(expected);
  });

  test.each([
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '2.3', false],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]:8443', '[fd00::1]:8443', true],
    ['https://service.example', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
  ])('%s with %j: %s', (url, exceptions, expected) => {
    expect(skipsProxy(new URL(url), exceptions)).toBe(expected);
  });
});
