import { existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** The folders that Electron gives an app, by Electron's names, with what the app set in their place. */
export class AppPaths {
  readonly #set = new Map<string, string>();
  readonly #appName: () => string;

  constructor(appName: () => string) {
    this.#appName = appName;
  }

  /** Throws an `Error` for a name that there is none of. */
  get(name: string): string {
    const path = this.#set.get(name) ?? this.#usual(name);
    if (path === null) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (this.#usual(name) === null) throw new Error(`Failed to set path: ${name}`);
    this.#set.set(name, path);
  }

  #usual(name: string): string | null {
    const home = homedir();
    switch (name) {
      case 'home':
        return home;
      case 'appData':
        return appData(home);
      case 'userData':
        return join(this.get('appData'), this.#appName());
      case 'sessionData':
        return this.get('userData');
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      case 'module':
        return process.execPath;
      case 'logs':
        return process.platform === 'darwin'
          ? join(home, 'Library', 'Logs', this.#appName())
          : join(this.get('userData'), 'logs');
      case 'crashDumps':
        return join(this.get('userData'), 'Crashpad');
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return personalFolder(home, name);
      default:
        return null;
    }
  }
}

function appData(home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (process.platform === 'win32') return process.env.APPDATA ?? join(home, 'AppData', 'Roaming');
  return process.env.XDG_CONFIG_HOME ?? join(home, '.config');
}

/** On Linux the desktop's own list says where these are. */
function personalFolder(home: string, name: string): string {
  const list = join(appData(home), 'user-dirs.dirs');
  if (process.platform === 'linux' && existsSync(list)) {
    const key = `XDG_${name === 'downloads' ? 'DOWNLOAD' : name.toUpperCase()}_DIR`;
    const [, path] = new RegExp(`^${key}="(.*)"$`, 'm').exec(readFileSync(list, 'utf8')) ?? [];
    if (path !== undefined) return path.replace('$HOME', home);
  }
  const folder = process.platform === 'darwin' && name === 'videos' ? 'Movies' : name;
  return join(home, folder.charAt(0).toUpperCase() + folder.slice(1));
}
