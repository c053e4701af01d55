import {constants} from 'node:fs';
import {access} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Json, JsonObject} from '../../core/json.ts';
import {findProgram} from '../../lib/find-program.ts';
import {runProgram} from '../../lib/run-program.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A terraform or tofu that was found, and its version. */
export type FoundTerraform = {readonly path: string; readonly version: string};

/** The variable that names the program: a path, or a name in PATH. */
export const PROGRAM_VARIABLE = 'GANTRY_TERRAFORM';
const NAMES = ['terraform', 'tofu'];
/** The first version whose state says which of its values are sensitive, and whose plan says which attribute forces a replacement. */
const OLDEST = [1, 5];
const LIMIT_SECONDS = 30;

/**
 * Finds the program, and checks its version. It is never downloaded.
 * @throws GantryError terraform/unusable
 */
export async function findTerraform(env: Environment, child: NodeJS.ProcessEnv): Promise<FoundTerraform> {
  const path = await locate(env);
  const ran = await runProgram({
    command: [path, 'version', '-json'],
    env: child,
    stdin: 'nothing',
    timeoutSeconds: LIMIT_SECONDS,
    maxBytes: 1 << 20,
  });
  const version = ran.kind === 'ended' && ran.code === 0 ? versionIn(ran.stdout) : undefined;
  if (version === undefined)
    throw unusable(`${path} did not report its version`, `Set ${PROGRAM_VARIABLE} to the path of terraform or tofu.`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldMajor = 0, oldMinor = 0] = OLDEST;
  if (major < oldMajor || (major === oldMajor && minor < oldMinor))
    throw unusable(`${path} is version ${version}, which is too old`, `Install version ${OLDEST.join('.')} or later.`);
  return {path, version};
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

function versionIn(text: string): string | undefined {
  try {
    const version: Json | undefined = (JSON.parse(text) as JsonObject)['terraform_version'];
    return typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}

const unusable = (problem: string, hint: string): GantryError =>
  new GantryError({code: 'terraform/unusable', problem, hint});
