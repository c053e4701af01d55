import {readFile} from 'node:fs/promises';
import {homedir} from 'node:os';
import {join} from 'node:path';
import {Secret} from '../../core/secret/secret.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the user's own npm configuration. That of a checkout is never read: it could send tokens to another server. */
export type NpmConfig = {
  /** The registry of a package: that of its scope, else that of all packages. */
  readonly registryOf: (name: string) => string;
  /** The header `Authorization` for an address; undefined if there is none. */
  readonly authorizationFor: (url: URL) => Secret | undefined;
};

const DEFAULT_REGISTRY = 'https://registry.npmjs.org/';

/** Reads `~/.npmrc`, or the file of the variable `NPM_CONFIG_USERCONFIG`. A file that cannot be read has no settings, as for npm. */
export async function readNpmConfig(env: Environment): Promise<NpmConfig> {
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  const file = ofNpm(env, 'userconfig') ?? join(home, '.npmrc');
  const settings = settingsIn(await readFile(file, 'utf8').catch(() => ''), env);
  return {
    registryOf: (name) => {
      const scope = /^@[^/]+(?=\/)/.exec(name)?.[0];
      const ofScope = scope === undefined ? undefined : settings.get(`${scope}:registry`);
      return ofScope ?? ofNpm(env, 'registry') ?? settings.get('registry') ?? DEFAULT_REGISTRY;
    },
    authorizationFor: (url) => {
      for (const place of placesOf(url)) {
        const header = headerIn(settings, place);
        if (header !== undefined) return new Secret(header);
      }
      return undefined;
    },
  };
}

/** Returns a setting of npm in the environment, whose name may be in capitals. */
function ofNpm(env: Environment, name: string): string | undefined {
  const found = Object.keys(env).find((one) => one.toLowerCase() === `npm_config_${name}`);
  return (found === undefined ? undefined : env[found]) || undefined;
}

/** Reads `KEY = VALUE` lines. `${NAME}` in a value is a variable, as for npm. */
function settingsIn(text: string, env: Environment): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.indexOf('=');
    const [key, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at === -1 || key === '' || key.startsWith(';') || key.startsWith('#')) continue;
    const bare = value.replace(/^(["'])(.*)\1$/, '$2');
    settings.set(
      key,
      bare.replaceAll(/\$\{([^}]+)\}/g, (written, name: string) => env[name] ?? written),
    );
  }
  return settings;
}

/** Returns the keys of an address in the configuration, the longest first: `//host/team/npm`, `//host/team`, `//host`. */
function placesOf({host, pathname}: URL): readonly string[] {
  const steps = pathname.split('/').filter((step) => step !== '');
  return [...steps.keys(), steps.length]
    .toReversed()
    .map((count) => ['', '', host, ...steps.slice(0, count)].join('/'));
}

function headerIn(settings: ReadonlyMap<string, string>, place: string): string | undefined {
  const value = (name: string): string | undefined =>
    settings.get(`${place}/:${name}`) ?? settings.get(`${place}:${name}`);
  const token = value('_authToken');
  if (token) return `Bearer ${token}`;
  const basic = value('_auth');
  if (basic) return `Basic ${basic}`;
  const [username, password] = [value('username'), value('_password')];
  if (!username || !password) return undefined;
  const pair = `${username}:${Buffer.from(password, 'base64').toString('utf8')}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
