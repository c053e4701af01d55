import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

/** The places of age keys on this machine, as sops searches them. */
export type AgeSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
};

/** Private age keys, as `AGE-SECRET-KEY-1…`. */
export type AgeKeys = {
  readonly keys: readonly string[];
  /** The searched places, for messages. */
  readonly looked: readonly string[];
};

/**
 * Finds the age keys of this user: those of the named file alone, else all that sops would use. No program is run for them, and
 * SSH keys are not supported.
 */
export async function ageKeys(keyFile: string | undefined, around: AgeSurroundings): Promise<AgeKeys | NoKeys> {
  const found = await keyTexts(keyFile, around);
  return 'because' in found ? found : {keys: found.texts.flatMap(({text}) => keysIn(text)), looked: found.looked};
}

/** The texts of files and variables that may contain keys. */
export type KeyTexts = Pick<AgeKeys, 'looked'> & {
  readonly texts: readonly {readonly place: string; readonly text: string}[];
};

/** Reads the places of keys: the named file alone, else all that sops would use. */
export async function keyTexts(keyFile: string | undefined, around: AgeSurroundings): Promise<KeyTexts | NoKeys> {
  const {env} = around;
  const named = keyFile ?? env['SOPS_AGE_KEY_FILE'];
  const files = [
    ...(named ? [{path: named, mustBe: true}] : []),
    ...(keyFile === undefined ? [{path: usualFile(around), mustBe: false}] : []),
  ];
  const inline = keyFile === undefined ? env['SOPS_AGE_KEY'] : undefined;
  const texts = inline ? [{place: 'SOPS_AGE_KEY', text: inline}] : [];
  const looked = texts.map(({place}) => place);
  for (const {path, mustBe} of files) {
    const text = await readFile(path, 'utf8').catch((error: unknown) => error);
    if (typeof text === 'string') texts.push({place: path, text});
    else if (mustBe) return {because: `the file of age keys ${path} cannot be read (${codeOf(text)})`, fault: 'denied'};
    looked.push(path);
  }
  return {texts, looked};
}

type NoKeys = {readonly because: string; readonly fault: 'denied'};

/** Returns the private keys in a text, which may have comments. */
export const keysIn = (text: string): string[] =>
  text.split(/[\s,]+/).filter((word) => word.startsWith('AGE-SECRET-KEY-'));

/** Returns `sops/age/keys.txt` in the user's configuration directory. */
function usualFile({env, home, platform}: AgeSurroundings): string {
  const xdg = env['XDG_CONFIG_HOME'];
  const directory =
    platform === 'win32'
      ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
      : xdg || (platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config'));
  return join(directory, 'sops', 'age', 'keys.txt');
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
