import type {LoadedResources} from '../../config/load-resources.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {settingsOf} from '../../core/release/release-settings.ts';
import {openHistory} from '../../engine/release/release-history.ts';
import {readLiterals} from '../../engine/sealing/sealed-literals.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {orderStack} from '../plan/order-stack.ts';
import {announce, type PlanSource} from '../plan/plan-source.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {chooseRelease} from './choose-release.ts';
import {goingBack} from './going-back.ts';
import {locateHistory} from './locate-history.ts';

/**
 * Returns the desired resources of a release, for `--revision` and for rollback. No file of the stack is read. Secrets are redacted values,
 * which the runtime fills from the sealed values of the release, or from the live object if the digest matches; references to secret stores are read again.
 * @throws GantryError release/not-found, input/usage.
 */
export async function sourceOfRelease(request: PreviewRequest, deps: Deps): Promise<PlanSource> {
  const {names, chosen} = await locateHistory(request, deps);
  announce(chosen, deps, names);
  const backend = await deps.backend();
  const history = await openHistory({backend, ...names});
  const which = request.revision ?? 'current';
  const release = await chooseRelease({which, history, names, backend});
  const loaded = {
    resources: release.spec,
    origins: new Map(),
    diagnostics: which === 'current' ? [] : goingBack(release, history.last),
    expandable: new Set(expandableOf(release)),
    ...defined({records: release.sources}),
    ...hooksOf(release),
    own: release.stackAttributes && new Map(Object.entries(release.stackAttributes)),
  };
  return {
    loaded,
    order: orderStack(loaded),
    names,
    chosen,
    history,
    from: release,
    claims: release.claims && {recorded: release.claims},
    literals: await readLiterals(backend, release),
    ...settingsOf(release),
  };
}

/** Returns the hooks of a release as they were recorded, and the source of each object. */
const hooksOf = ({hooks = []}: Release): Pick<LoadedResources, 'hooks' | 'parts'> => ({
  hooks: hooks.flatMap((source) => source.hooks).map(({outcome: _, left: __, ...hook}) => hook),
  parts: new Map(
    hooks.flatMap(({source, objects, crds = []}) =>
      objects.map(
        (id) => [id, {source, ...defined({isFirst: crds.includes(id) ? (true as const) : undefined})}] as const,
      ),
    ),
  ),
});

/**
 * Returns the ids with references. Old releases did not record which texts are references, and a text that looks like one must not be sent
 * literally.
 */
function expandableOf({expandable, spec, revision}: Release): readonly string[] {
  if (expandable !== undefined) return expandable;
  const holder = spec.find(({attributes}) => /\$\{ref:|\$kusion_path\./.test(JSON.stringify(attributes)));
  if (holder === undefined) return [];
  const message = `revision ${revision} does not say whether ${holder.id} holds references: an earlier version of Gantry recorded it`;
  throw new GantryError({code: 'input/usage', message, hint: 'Apply the stack from its files.'});
}
