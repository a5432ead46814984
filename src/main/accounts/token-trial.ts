import { getAllTokens, unknownPaths } from '../service/index.ts';

const TRIAL_MS = 10_000;

/**
 * Asks the service at `address` whether it accepts an access token, once for each token; whatever keeps it from saying so is
 * a no. A list is read: nothing is charged.
 */
export function createTokenTrial(address: string): (token: string) => Promise<boolean> {
  const tried = new Map<string, Promise<boolean>>();
  const tryOut = async (token: string): Promise<boolean> => {
    const connection = {
      baseUrl: address,
      submitBaseUrl: null,
      paths: unknownPaths,
      credentials: async () => ({ apiKey: null, accessToken: token }),
    };
    return (await getAllTokens(connection, {}, AbortSignal.timeout(TRIAL_MS))).ok;
  };
  return (token) => {
    const known = tried.get(token) ?? tryOut(token);
    tried.set(token, known);
    return known;
  };
}
