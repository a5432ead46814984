import { expect, test } from 'vitest';
import { openEncryption, withKey } from './encryption.fixture.ts';
import type { DecryptWith } from './jobs.ts';

/** Files that the reference program has written (age 1.1.1, https://github.com/FiloSottile/age), for the fixture's key. */
const written: readonly { of: string; with: DecryptWith; plain: string; file: string }[] = [
  {
    of: 'a key',
    with: withKey,
    plain: 'Written by the age program.',
    file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBYL0dKZktVWS9ZbnZOS3IwcjFGdml0aWhoZ3lGRklDS3JzWWNkL2RIOWljClUrZVN4Unp6d3Z3M2hUMS91NzY4UlEwWnUwNDlONkxqMGhzTE1idFN4QzQKLS0tIGhCaFFyaUROR3dMNjlLaWsxdjczdm1YdDdGTjYrNDFibVVNaVFlY210amcKeglLcKFz33uL6ZUWCMuVsW8TSPNTCAFf2IDEumxjaTOM/dLgiqUSaPlnt0Qm8hv3iGiediO5pQe9MTs=',
  },
  {
    of: 'a key, with nothing in it',
    with: withKey,
    plain: '',
    file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBzQzlFbktRR0hma0RsSitNVkN3ZGtWVTFMK2xuUFFua0U1MGlCVkxYTmdZCmZXQk9oU05SV3J0R2xzc1VxSHV3c21CSWFzZWNjT095Z3hiSFlmMWNsdm8KLS0tIGdKM0lvTFZSWFRuTVZodi9PVzdoSHp6VnllS1djeGc2UUNYYTdsMG1pK00Ke+cf8JZpEHAU0mdrlEbOFgfnT1BVRDmmiBYsHo76Bo4=',
  },
  {
    of: 'a passphrase',
    with: { kind: 'passphrase', passphrase: 'autumn-ladder-violin' },
    plain: 'Written by the age program.',
    file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCAyYTIzMlBLa0JOUWRvaitKeVZqREVnIDE4ClVpbGhiR1pRSCtUQTlKY0NocnY4QkUxWk5URDRyajFSWnhXTW9lSHU0azgKLS0tIGlQb0xoakp1WFhPTFN2UEkzVDdXUldWZE5FK0s5cnNGZmZlZVh3OHcxZEEKwdJ0WTRIWycK36VEUKBwguqWIH8vY0d+JJ/GKTewsQvN5imAVAuUupabQ8zmPj3LUgs13T7QyoO5Jvs=',
  },
];

test.each(written)('what the reference program encrypted for $of is read', async ({ file, plain, with: key }) => {
  const { encryption } = openEncryption();
  const opened = await encryption.open(Buffer.from(file, 'base64'), key);
  expect(opened).toEqual({ ok: true, value: new TextEncoder().encode(plain) });
});
