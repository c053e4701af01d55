import {readTar} from '../../core/chart/read-tar.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {isGzip, unpackGzip} from '../../lib/unpack-gzip.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** The files of a package by their path in it. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

const MOST_MEBIBYTES = 20;
const MOST_FILES = 2_000;

/** Reads the files of a packed package in memory. All are below one directory, whose name is ignored. */
export function readPackage(bytes: Uint8Array): PackageFiles | SourceProblem {
  if (!isGzip(bytes)) return {problem: 'its archive is not a gzipped tar file'};
  const unpacked = unpackGzip(bytes, MOST_MEBIBYTES);
  const read = 'problem' in unpacked ? unpacked : readTar(unpacked);
  if ('problem' in read) return {problem: `its archive is refused: ${read.problem}`};
  if (read.files.length > MOST_FILES)
    return {problem: `its archive is refused: it has ${read.files.length} files, more than ${MOST_FILES}`};
  const top = read.files[0]?.path.split('/', 1)[0] ?? '';
  const files = new Map<string, Uint8Array>();
  for (const {path, content} of read.files) {
    if (!path.startsWith(`${top}/`))
      return {problem: `its archive is refused: ${JSON.stringify(path)} is not in the directory ${top}`};
    files.set(path.slice(top.length + 1), content);
  }
  return files;
}

/** The scripts that npm would run at an installation. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];

/** Returns the reason why a package cannot be used as a module: it needs an install script or an unbundled dependency, or it has no main file. */
export function packageProblem(
  files: PackageFiles,
  {name, version}: {readonly name: string; readonly version: string},
): SourceProblem | undefined {
  const manifest = manifestIn(files);
  if (manifest === undefined) return {problem: 'it has no valid package.json'};
  if (manifest['name'] !== name || manifest['version'] !== version)
    return {
      problem: `its package.json belongs to another package: ${JSON.stringify([manifest['name'], manifest['version']])}`,
    };
  const script = INSTALL_SCRIPTS.find((one) => keysOf(manifest['scripts']).includes(one));
  if (script !== undefined)
    return {problem: `it has the script \`${script}\`, and install scripts of packages are not supported`};
  const missing = neededBy(manifest, files)[0];
  if (missing !== undefined)
    return {
      problem: `it depends on ${missing}, and dependencies of packages are not supported unless they are bundled`,
      hint: 'The author of the package can bundle them: with `bundleDependencies` in package.json, or with a bundler.',
    };
  const {main} = manifest;
  if (typeof main === 'string' && /\.[cm]?js$/.test(main) && files.has(main.replace(/^\.\//, ''))) return undefined;
  return {
    problem:
      '`main` in its package.json must name a JavaScript file of the package: TypeScript in packages is not supported',
  };
}

/** Returns the dependencies that a package does not contain. Gantry itself provides `gantry/module`. */
function neededBy(manifest: JsonObject, files: PackageFiles): readonly string[] {
  const {dependencies, peerDependencies, peerDependenciesMeta: optional} = manifest;
  const peers = keysOf(peerDependencies).filter((peer) => !isOptional(isObject(optional) ? optional[peer] : undefined));
  return [...keysOf(dependencies), ...peers].filter((one) => !files.has(`node_modules/${one}/package.json`));
}

const isOptional = (peer: Json | undefined): boolean => isObject(peer) && peer['optional'] === true;

const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

function manifestIn(files: PackageFiles): JsonObject | undefined {
  try {
    const manifest = JSON.parse(Buffer.from(files.get('package.json') ?? []).toString('utf8')) as Json;
    return isObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}
