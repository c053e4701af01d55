import type {Resource} from '../model/resource.ts';
import {compareVersions} from './custom-resources.ts';

/**
 * Returns the warning for every response about a deprecated version: the text in the CRD, or the version to use in its place. `served` are
 * the served versions of the same kind.
 */
export function deprecationOf(
  {group, version, kind, custom}: Resource,
  served: readonly Resource[],
): string | undefined {
  if (custom?.version['deprecated'] !== true) return undefined;
  const {deprecationWarning: own} = custom.version;
  if (typeof own === 'string') return own;
  const [better] = served
    .filter((one) => one.custom?.version['deprecated'] !== true && compareVersions(one.version, version) < 0)
    .toSorted((a, b) => compareVersions(a.version, b.version));
  const said = `${group}/${version} ${kind} is deprecated`;
  return better === undefined ? said : `${said}; use ${group}/${better.version} ${kind}`;
}
