import {resolve} from 'node:path';
import {readText} from '../../config/read-text.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type AllowedKey, readAllowedKeys} from '../../core/trust/ssh/allowed-keys.ts';
import {isOfRepository} from './is-of-repository.ts';

const MOST_MEBIBYTES = 1;
const MOST_PROBLEMS = 10;

/** Matches a value that is not a path. A private key must not be shown as the name of a file. */
const IS_CONTENT = /\sAAAA|\n|PRIVATE KEY/;

const HINT = 'Each line holds one public key: "ssh-keygen -y -f KEY" prints the public key of a private key.';

/**
 * Returns the public keys whose signatures count: the lines of `GANTRY_ALLOW_KEYS`, or of the file that it names.
 * @param said the value of the variable, not empty
 * @throws GantryError 'input/usage' for a file of the repository, in untrusted mode too; 'input/invalid' for lines that cannot be read
 */
export async function allowKeys(said: string, cwd: string): Promise<readonly AllowedKey[]> {
  const [text, where] = IS_CONTENT.test(said)
    ? [said, 'GANTRY_ALLOW_KEYS']
    : [await textOf(said, cwd), `${said} (GANTRY_ALLOW_KEYS)`];
  const {keys, problems} = readAllowedKeys(text);
  const diagnostics = problems.slice(0, MOST_PROBLEMS).map(
    ({line, problem}): Diagnostic => ({
      severity: 'error',
      code: 'consent/keys',
      message: `${where}, line ${line}: ${problem}`,
      hint: HINT,
    }),
  );
  if (diagnostics.length > 0) throw new GantryError({code: 'input/invalid', diagnostics});
  if (keys.length === 0) throw new GantryError({code: 'input/usage', message: `${where} holds no key`, hint: HINT});
  return keys;
}

async function textOf(said: string, cwd: string): Promise<string> {
  const path = resolve(cwd, said);
  if (await isOfRepository(path, cwd))
    throw new GantryError({
      code: 'input/usage',
      message: `GANTRY_ALLOW_KEYS names ${said}, a file of the repository: a commit could then add its own key`,
      hint: 'Set GANTRY_ALLOW_KEYS in the settings of the pipeline: to the keys themselves, or to a file outside of the repository.',
    });
  const {text, diagnostics} = readText(path, MOST_MEBIBYTES, true);
  if (text !== undefined) return text;
  const message = `GANTRY_ALLOW_KEYS holds neither keys nor the name of a file that can be read: ${diagnostics[0]?.message}`;
  throw new GantryError({code: 'input/usage', message, hint: HINT});
}
