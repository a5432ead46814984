import { CommandError } from './exit.ts';
import { firstLine } from './named-files.ts';

/** The keys of an account; null for each that was not given. */
export type Secrets = { readonly apiKey: string | null; readonly accessToken: string | null };

/** Reads the keys from the files that the environment names. */
export async function secretsFromFiles(): Promise<Secrets> {
  const { DROPSLIP_API_KEY_FILE: apiKeyFile = '', DROPSLIP_ACCESS_TOKEN_FILE: accessTokenFile = '' } = process.env;
  const read = async (file: string): Promise<string | null> => {
    if (file === '') return null;
    const secret = (await firstLine(file)).trim();
    if (secret === '') throw new CommandError('usage', 'key-file-empty', `“${file}” has no key in its first line.`);
    return secret;
  };
  return { apiKey: await read(apiKeyFile), accessToken: await read(accessTokenFile) };
}

/** Reads the password of the team's database. Null if the environment names no file. */
export async function teamPasswordFromFile(): Promise<string | null> {
  const file = process.env.DROPSLIP_TEAM_PASSWORD_FILE ?? '';
  if (file === '') return null;
  const password = await firstLine(file);
  if (password === '')
    throw new CommandError('usage', 'key-file-empty', `“${file}” has no password in its first line.`);
  return password;
}
