/** What a package is signed with is named by electron-builder's own variables; secrets that a repository lacks come empty. */
type Environment = Readonly<Record<string, string | undefined>>;

export type Signing = {
  /** What of the environment goes on to electron-builder. */
  readonly environment: Environment;
  /** Whether its packages will be signed and notarised, for whoever reads the run's log. */
  readonly says: string;
};

const notary = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] as const;
const certificates = { darwin: 'CSC_LINK', win32: 'WIN_CSC_LINK' } as const;
const certificateOfWindows = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'] as const;
/** Who asks Azure to sign, and with which of its keys: a key for Windows that can be had today is in no file. */
const azure = [
  ...['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'],
  ...['DROPSLIP_AZURE_SIGNING_ENDPOINT', 'DROPSLIP_AZURE_SIGNING_ACCOUNT', 'DROPSLIP_AZURE_SIGNING_PROFILE'],
] as const;
const settings = ['DROPSLIP_UPDATE_FEED', 'DROPSLIP_PUBLISHER_NAMES'] as const;
const secrets = ['CSC_LINK', 'CSC_KEY_PASSWORD', ...certificateOfWindows, ...notary, ...azure] as const;

/**
 * Decides what is signed. Without a certificate the package is made unsigned, and nothing is looked for in the keychain of
 * whoever builds. Throws where half of what notarising needs, or signing in Azure, is there: somebody meant it to happen.
 */
export function signingOf(environment: Environment, platform: NodeJS.Platform): Signing {
  const given = withoutEmpty(platform === 'win32' ? environment : without(environment, azure));
  if (platform !== 'darwin' && platform !== 'win32') {
    return { environment: without(given, secrets), says: 'Packages for Linux are not signed.' };
  }
  if (platform === 'win32' && azure.some((name) => given[name] !== undefined)) {
    // The name in the certificate is known to nobody but Azure, and an app that is told none takes no update.
    checkAll('sign in Azure', [...azure, 'DROPSLIP_PUBLISHER_NAMES'], given);
    return { environment: without(given, certificateOfWindows), says: 'Signed with a key in Azure.' };
  }
  if (given[certificates[platform]] === undefined) {
    return {
      environment: { ...without(given, secrets), CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
      says: `Not signed: ${certificates[platform]} is empty. The system warns whoever opens this package.`,
    };
  }
  if (platform === 'win32') return { environment: given, says: 'Signed.' };
  if (notary.every((name) => given[name] === undefined)) {
    return { environment: given, says: 'Signed, and not notarised: there is no key for it.' };
  }
  checkAll('notarise', notary, given);
  return { environment: given, says: 'Signed and notarised.' };
}

function checkAll(what: string, names: readonly string[], given: Environment): void {
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new Error(`To ${what}, ${missing.join(' and ')} must be there too.`);
}

/** electron-builder takes an empty value for one. */
function withoutEmpty(environment: Environment): Environment {
  return without(
    environment,
    [...secrets, ...settings].filter((name) => (environment[name] ?? '').trim() === ''),
  );
}

function without(environment: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
