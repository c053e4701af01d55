import {chooseVersion} from '../../core/chart/choose-version.ts';
import {isObject, type Json} from '../../core/json.ts';
import {maskedAddress} from '../../core/workspace/mask.ts';
import type {PackageWanted} from '../../ports/npm-packages.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {type RegistryAccess, requestFromRegistry} from './request.ts';

/** A version in a registry, and the address of its archive. */
export type FoundVersion = {readonly version: string; readonly integrity: string; readonly tarball: string};

const MOST_BYTES = 32 * 2 ** 20;
/** The short form of the document: no readme files, no scripts. */
const ACCEPT = 'application/vnd.npm.install-v1+json';

/** Requests a version of a package from a registry: an exact version, or the newest in a range. */
export async function findVersion(
  {name, version, registry}: Pick<PackageWanted, 'name' | 'version' | 'registry'>,
  access: RegistryAccess,
): Promise<FoundVersion | SourceProblem> {
  const base = withSlash(registry ?? access.config.registryOf(name));
  const from = `${name} in ${maskedAddress(base)}`;
  const url = `${base}${name.replace('/', '%2f')}`;
  // An address with an escaped slash gets no login, because servers interpret such a slash in different ways.
  const place = `${base}${name}`;
  const answer = await requestFromRegistry({url, place, maxBytes: MOST_BYTES, headers: {accept: ACCEPT}}, access);
  if ('problem' in answer) return {...answer, problem: `${from}: ${answer.problem}`};
  const versions = versionsIn(answer);
  if (versions === undefined) return {problem: `${from}: the response is not from an npm registry`};
  const chosen = chooseVersion(Object.keys(versions), version);
  if ('problem' in chosen) return {...chosen, problem: `${from}: ${chosen.problem}`, part: ['version']};
  const dist = fieldOf(versions[chosen.version], 'dist');
  const [tarball, integrities] = [fieldOf(dist, 'tarball'), fieldOf(dist, 'integrity')];
  const integrity = typeof integrities === 'string' ? SHA512.exec(integrities)?.[0] : undefined;
  if (typeof tarball !== 'string' || integrity === undefined)
    return {problem: `${from}: the registry has no SHA-512 of ${chosen.version} (\`dist.integrity\`)`};
  return {version: chosen.version, integrity, tarball};
}

const SHA512 = /(?<!\S)sha512-[A-Za-z0-9+/]{86}==(?!\S)/;

function versionsIn(body: Uint8Array): Readonly<Record<string, Json>> | undefined {
  try {
    const versions = fieldOf(JSON.parse(Buffer.from(body).toString('utf8')) as Json, 'versions');
    return isObject(versions) ? versions : undefined;
  } catch {
    return undefined;
  }
}

const fieldOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);
