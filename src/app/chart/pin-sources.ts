import type {StackLocation} from '../../config/find-project.ts';
import {originOfFile} from '../../config/origin-of-file.ts';
import type {PinnedSource} from '../../config/sources/helm/chart-lock-file.ts';
import {sourcesOf} from '../../config/sources/sources-of.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {showPath} from '../../core/reference/path.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';

/** The fetched sources of a stack to pin. */
export type PinSources = {
  readonly location: StackLocation;
  readonly login: FindLogin | undefined;
  /** True: a pinned source moves to what its ref, tag or range is now. */
  readonly upgrade: boolean;
};

/**
 * Returns the commits and digests of the sources of a stack that are fetched and are not charts. Sources that stack.yaml pins are left out.
 * @throws GantryError `input/invalid` if a source cannot be fetched
 */
export async function pinSources(
  {location, login, upgrade}: PinSources,
  {source}: Pick<Deps, 'source'>,
): Promise<readonly PinnedSource[]> {
  const {file} = location.stack;
  const sources = sourcesOf(
    location,
    (index, member, rest) => {
      const path = ['sources', index, member, ...rest];
      return {at: originOfFile(file).position(path), path: showPath(path)};
    },
    {workspace: {name: '', ...defined({login})}},
  );
  const pins: PinnedSource[] = [];
  for (const {kind, entry} of sources) {
    const pinned = await (await source(kind)).pin?.(entry, upgrade);
    if (pinned === undefined) continue;
    if ('candidates' in pinned) throw new GantryError({code: 'input/invalid', diagnostics: pinned.diagnostics});
    pins.push(pinned);
  }
  return pins;
}

/** Reports whether a stack has sources that are fetched and are not charts. */
export const hasFetchedSources = ({stack}: StackLocation): boolean =>
  (stack.sources ?? []).some(({git, oci}) => git !== undefined || oci !== undefined);
