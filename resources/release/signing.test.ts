import { expect, test } from 'vitest';
import { signingOf } from './signing.ts';

const nothing = {
  PATH: '/bin',
  CSC_LINK: '',
  CSC_KEY_PASSWORD: '',
  WIN_CSC_LINK: ' ',
  APPLE_API_KEY: '',
  APPLE_API_KEY_ID: '',
  APPLE_API_ISSUER: '',
  DROPSLIP_UPDATE_FEED: '',
};

test('secrets that are not there leave a package unsigned, and it says so', () => {
  for (const platform of ['darwin', 'win32'] as const) {
    const { environment, says } = signingOf(nothing, platform);
    expect(environment).toEqual({ PATH: '/bin', CSC_IDENTITY_AUTO_DISCOVERY: 'false' });
    expect(says).toContain('Not signed');
  }
});

test('a certificate signs on its own system, and the key notarises on macOS', () => {
  const mac = { ...nothing, CSC_LINK: 'p12', CSC_KEY_PASSWORD: 'x' };
  expect(signingOf(mac, 'darwin').says).toBe('Signed, and not notarised: there is no key for it.');
  const key = { APPLE_API_KEY: '/key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' };
  expect(signingOf({ ...mac, ...key }, 'darwin')).toEqual({
    environment: { PATH: '/bin', CSC_LINK: 'p12', CSC_KEY_PASSWORD: 'x', ...key },
    says: 'Signed and notarised.',
  });
  expect(signingOf({ ...nothing, WIN_CSC_LINK: 'pfx' }, 'win32').says).toBe('Signed.');
  expect(signingOf(mac, 'win32').says).toContain('Not signed');
  const names = { DROPSLIP_PUBLISHER_NAMES: 'CN=Dropslip Ltd' };
  expect(signingOf({ ...nothing, ...names, WIN_CSC_LINK: 'pfx' }, 'win32').says).toBe('Signed.');
});

test('Windows is signed with a key in Azure where all that leads there is set, and then with no other', () => {
  const azure = {
    AZURE_TENANT_ID: 'tenant',
    AZURE_CLIENT_ID: 'client',
    AZURE_CLIENT_SECRET: 'secret',
    DROPSLIP_AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
    DROPSLIP_AZURE_SIGNING_ACCOUNT: 'dropslip',
    DROPSLIP_AZURE_SIGNING_PROFILE: 'public',
    DROPSLIP_PUBLISHER_NAMES: 'CN=Dropslip Ltd',
  };
  expect(signingOf({ ...nothing, ...azure, WIN_CSC_LINK: 'pfx' }, 'win32')).toEqual({
    environment: { PATH: '/bin', ...azure },
    says: 'Signed with a key in Azure.',
  });
  for (const name of Object.keys(azure)) {
    expect(() => signingOf({ ...nothing, ...azure, [name]: '' }, 'win32')).toThrow(`To sign in Azure, ${name} must`);
  }
  for (const platform of ['darwin', 'linux'] as const) {
    const { environment } = signingOf({ ...nothing, ...azure, CSC_LINK: 'p12' }, platform);
    expect(Object.keys(environment).filter((name) => name.includes('AZURE'))).toEqual([]);
  }
});

test('half of what notarising needs ends the build', () => {
  expect(() => signingOf({ ...nothing, CSC_LINK: 'p12', APPLE_API_KEY: '/key.p8' }, 'darwin')).toThrow(
    'APPLE_API_KEY_ID and APPLE_API_ISSUER must be there too',
  );
});

test('on Linux no secret reaches the build', () => {
  const { environment } = signingOf({ ...nothing, CSC_LINK: 'p12', APPLE_API_KEY: 'k' }, 'linux');
  expect(environment).toEqual({ PATH: '/bin' });
});

test('a feed that is set goes on to the build, one that is empty does not', () => {
  const feed = { DROPSLIP_UPDATE_FEED: 'https://updates.example/' };
  expect(signingOf({ ...nothing, ...feed }, 'linux').environment).toEqual({ PATH: '/bin', ...feed });
});
