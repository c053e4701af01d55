import {isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {globPattern} from '../../core/selection/glob.ts';
import {type LabelSelector, matchesLabels} from '../../core/selection/label-selector.ts';
import {expandContext, type WorkspaceValues} from '../../core/variation/expand-context.ts';
import {jsonPatch} from '../../core/variation/json-patch.ts';
import type {Located} from '../../core/variation/located.ts';
import type {Report} from '../../core/variation/problem.ts';
import type {ContextUse} from '../../core/variation/trace.ts';
import {mergePatch} from '../../kubernetes/variation/merge-patch.ts';
import {maskedOrigin} from '../yaml/masked-position.ts';
import type {PatchTarget} from './patch-model.ts';

/** A checked patch. */
export type Patch = {
  /** True if the patch belongs to one workspace. */
  readonly isWorkspaces: boolean;
  /** `one`: the patch names one object. `all`: every object that the target selects. */
  readonly selects: 'one' | 'all';
  readonly target: Omit<PatchTarget, 'labelSelector' | 'annotationSelector'> & {
    readonly labels?: LabelSelector;
    readonly annotations?: LabelSelector;
  };
  readonly form: 'merge' | 'json';
  readonly body: Located;
  /** The whole patch, for diagnostics about it. */
  readonly head: Located;
};

/**
 * Reports whether a patch applies to an object. A target without a namespace selects objects in every namespace; an object without one is in
 * the namespace of the stack.
 */
export function matchesPatch({target}: Patch, object: JsonObject, stackNamespace: string | undefined): boolean {
  const {apiVersion, group, version, kind, name, namespace = stackNamespace} = identityOf(object);
  return (
    fits(target.apiVersion, apiVersion) &&
    fits(target.group, group) &&
    fits(target.version, version) &&
    fits(target.kind, kind) &&
    fits(target.name, name) &&
    (target.namespace === undefined || (namespace !== undefined && fits(target.namespace, namespace))) &&
    (target.labels === undefined || matchesLabels(target.labels, object)) &&
    (target.annotations === undefined || matchesLabels(target.annotations, object, 'annotations'))
  );
}

const fits = (wanted: string | undefined, found: string): boolean =>
  wanted === undefined || wanted === found || (wanted.includes('*') && globPattern(wanted).test(found));

/** The options for applying patches. */
export type Patching = {
  readonly workspace: WorkspaceValues | undefined;
  /** True if references in the patched object are expanded later. */
  readonly escapes: boolean;
  /** False: `${context:…}` is not expanded, to get the object without its workspace. */
  readonly expands: boolean;
  readonly report: Report;
  readonly onUse?: ((use: ContextUse) => void) | undefined;
};

/** Returns the object after a patch; undefined if the patch deletes it. */
export const applyPatch = (base: Located, patch: Patch, patching: Patching): Located | undefined =>
  layOver(base, patch, bodyFor(base, patch, patching), patching.report);

/** Returns the body of a patch for an object, with values of the context. */
export function bodyFor(base: Located, {body}: Patch, patching: Patching): Located {
  const written = isSecret(base) ? masked(body) : body;
  return patching.expands ? expandContext(written, patching) : written;
}

/** Applies a patch as RFC 6902 or RFC 7386. Returns undefined if it does not apply, and reports the problem. */
export const layOver = (base: Located, {form}: Patch, body: Located, report: Report): Located | undefined =>
  form === 'json' ? jsonPatch(base, body, report) : mergePatch(base, body, report);

const isSecret = ({value}: Located): boolean => isObject(value) && value['kind'] === 'Secret';

/** Masks the lines of a patch for a Secret in diagnostics. */
const masked = (body: Located): Located => ({
  ...body,
  place: {...body.place, origin: maskedOrigin(body.place.origin)},
});
