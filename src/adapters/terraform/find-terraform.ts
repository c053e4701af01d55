import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {TerraformProduct} from '../../core/resource/terraform-lock.ts';
import {findProgram} from '../../lib/find-program.ts';
import {runProgram} from '../../lib/run-program.ts';
import {knownVersion} from './known-version.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A terraform or tofu that was found, its version, and the platform of its providers: `linux_amd64`. */
export type FoundTerraform = {
  readonly path: string;
  readonly product: TerraformProduct;
  readonly version: string;
  readonly platform: string;
};

/** The variable that names the program: a path, or a name in PATH. */
export const PROGRAM_VARIABLE = 'GANTRY_TERRAFORM';
const NAMES = ['terraform', 'tofu'];
/** The first version whose state says which of its values are sensitive, and whose plan says which attribute forces a replacement. */
const OLDEST = [1, 5];
const LIMIT_SECONDS = 30;
/** The first two lines of `version`: its JSON does not say which of the two programs it is. */
const VERSION = /^(?<name>Terraform|OpenTofu) v(?<version>\d+\.\d+\.\d+(?:[^\s\d]\S*)?)\r?\non (?<platform>\w+)/;

/**
 * Finds the program, and checks its version. It is never downloaded.
 * @throws GantryError terraform/unusable
 */
export async function findTerraform(env: Environment, child: NodeJS.ProcessEnv): Promise<FoundTerraform> {
  const path = await locate(env);
  return checked(path, await askVersion(path, child));
}

/**
 * Finds the program as an earlier run has seen it. It is only asked again if its file has changed: each plan reports the version too, and
 * `requireKnown` compares it.
 * @throws GantryError terraform/unusable
 */
export async function findKnownTerraform(
  env: Environment,
  child: NodeJS.ProcessEnv,
  home: string,
): Promise<FoundTerraform> {
  const path = await locate(env);
  const known = knownVersion(path, home);
  const before = await known.read();
  if (before !== undefined) return checked(path, before);
  const said = await askVersion(path, child);
  const found = checked(path, said);
  await known.keep(said);
  return found;
}

/** Refuses a program that planned with another version than it had reported. @throws GantryError terraform/unusable */
export async function requireKnown({path, version}: FoundTerraform, now: string, home: string): Promise<void> {
  if (now === version) return;
  await knownVersion(path, home).forget();
  throw unusable(`${path} has reported version ${version}, but runs version ${now} now`, 'Run the command again.');
}

async function askVersion(path: string, env: NodeJS.ProcessEnv): Promise<string> {
  const ran = await runProgram({
    command: [path, 'version'],
    env,
    stdin: 'nothing',
    timeoutSeconds: LIMIT_SECONDS,
    maxBytes: 1 << 20,
  });
  return ran.kind === 'ended' && ran.code === 0 ? ran.stdout : '';
}

function checked(path: string, text: string): FoundTerraform {
  const said = VERSION.exec(text)?.groups;
  if (said === undefined)
    throw unusable(`${path} did not report its version`, `Set ${PROGRAM_VARIABLE} to the path of terraform or tofu.`);
  const {name, version = '', platform = ''} = said;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST;
  if (major < oldMajor || (major === oldMajor && minor < oldMinor))
    throw unusable(`${path} is version ${version}, which is too old`, `Install version ${OLDEST.join('.')} or later.`);
  return {path, product: name === 'OpenTofu' ? 'tofu' : 'terraform', version, platform};
}

async function locate(env: Environment): Promise<string> {
  const named = env[PROGRAM_VARIABLE];
  if (named !== undefined && named !== '' && isAbsolute(named)) {
    if (await isExecutable(named)) return named;
    throw unusable(`${named}, set by ${PROGRAM_VARIABLE}, is not an executable file`, `Correct ${PROGRAM_VARIABLE}.`);
  }
  for (const name of named === undefined || named === '' ? NAMES : [named]) {
    const found = await findProgram(env['PATH'], name);
    if (found !== undefined) return found.path;
  }
  throw unusable(
    `${named ?? NAMES.join(' or ')} not found in PATH`,
    `Install Terraform or OpenTofu, or set ${PROGRAM_VARIABLE} to its path.`,
  );
}

const isExecutable = async (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const unusable = (problem: string, hint: string): GantryError =>
  new GantryError({code: 'terraform/unusable', problem, hint});
