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
const settings = ['DROPSLIP_UPDATE_FEED', 'DROPSLIP_PUBLISHER_NAMES'] as const;
const secrets = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD', ...notary] as const;

/**
 * Decides what is signed. Without a certificate the package is made unsigned, and nothing is looked for in the keychain of
 * whoever builds. Throws where half of what notarising needs is there: somebody meant it to happen.
 */
export function signingOf(environment: Environment, platform: NodeJS.Platform): Signing {
  const given = withoutEmpty(environment);
  if (platform !== 'darwin' && platform !== 'win32') {
    return { environment: without(given, secrets), says: 'Packages for Linux are not signed.' };
  }
  if (given[certificates[platform]] === undefined) {
    return {
      environment: { ...without(given, secrets), CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
      says: `Not signed: ${certificates[platform]} is empty. The system warns whoever opens this package.`,
    };
  }
  if (platform === 'win32') return { environment: given, says: 'Signed.' };
  const missing = notary.filter((name) => given[name] === undefined);
  if (missing.length === notary.length) {
    return { environment: given, says: 'Signed, and not notarised: there is no key for it.' };
  }
  if (missing.length > 0) throw new Error(`To notarise, ${missing.join(' and ')} must be there too.`);
  return { environment: given, says: 'Signed and notarised.' };
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
