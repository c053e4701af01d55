import {GantryError} from '../../core/failure/failure.ts';
import type {Release} from '../../core/release/release.ts';
import {openSeries} from '../../engine/release/series.ts';
import type {Deps} from '../deps.ts';
import {orderStack} from '../order-stack.ts';
import {announce, type PlanSource} from '../plan-source.ts';
import type {PreviewRequest} from '../release-requests.ts';
import {locateSeries} from './locate-series.ts';
import {noRelease} from './series-request.ts';

/**
 * What the last release wanted, for `--revision current`: no file of the stack is read. Its secrets are holes, which the runtime
 * fills from live where the digest matches.
 * @throws GantryError release/not-found.
 */
export async function sourceOfRelease(request: PreviewRequest, deps: Deps): Promise<PlanSource> {
  const {names, chosen} = await locateSeries(request, deps);
  announce(chosen, deps, names);
  const backend = await deps.backend();
  const series = await openSeries({backend, ...names});
  const {last} = series;
  if (last === undefined) throw noRelease(names, backend);
  const loaded = {
    resources: last.spec,
    origins: new Map(),
    diagnostics: [],
    expandable: new Set(expandableOf(last)),
    ...(last.own === undefined ? {} : {own: new Map(Object.entries(last.own))}),
  };
  const {namespace, ignore} = last;
  return {
    loaded,
    order: orderStack(loaded),
    names,
    chosen,
    series,
    ...(ignore === undefined ? {} : {ignore}),
    ...(namespace === undefined ? {} : {namespace}),
  };
}

/** Releases did not always say which texts are references; what looks like one must not be sent as it is written. */
function expandableOf({expandable, spec, revision}: Release): readonly string[] {
  if (expandable !== undefined) return expandable;
  const holder = spec.find(({attributes}) => /\$\{ref:|\$kusion_path\./.test(JSON.stringify(attributes)));
  if (holder === undefined) return [];
  const message = `revision ${revision} does not say whether ${holder.id} holds references: an earlier Gantry recorded it`;
  throw new GantryError({code: 'input/usage', message, hint: 'Apply the stack from its files once.'});
}
