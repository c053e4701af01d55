import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {showPath} from '../../core/reference/path.ts';
import {type StackReference, stackReferencesIn} from '../../core/reference/stack-references-in.ts';
import type {SecretHolder} from '../../core/reference/takes-shared-secret.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {claimIn, claimText, type SharedClaim} from '../../core/stacks/shared-claim.ts';
import {sharedKey} from '../../core/stacks/shared-dependency.ts';
import {ANY_SHARED} from '../../core/stacks/shared-stacks.ts';
import {sharedDependencies} from '../../kubernetes/graph/shared-dependencies.ts';
import {defined} from '../../lib/defined.ts';

/** A place that names a resource of another stack. */
export type Placed = Omit<StackReference, 'text'> & {
  readonly resource: string;
  readonly holder: SecretHolder;
  readonly position?: Diagnostic['at'];
  /** True if the resource is only named: `dependsOn: [shared:ID]`. */
  readonly isDependency?: true;
};

/** Returns the places of resources that name resources of other stacks: references, and `dependsOn: [shared:ID]`. */
export const placedIn = ({
  resources,
  expandable,
  origins,
}: Pick<LoadedResources, 'resources' | 'expandable' | 'origins'>): readonly Placed[] =>
  resources.flatMap((resource) => {
    const {id, attributes} = resource;
    const references = expandable.has(id) ? stackReferencesIn(attributes) : [];
    return [...references, ...dependenciesIn(resource)].map((one) => ({
      ...one,
      resource: id,
      holder: resource,
      position: origins.get(id)?.position(one.at),
    }));
  });

const dependenciesIn = (resource: Resource): readonly Omit<Placed, 'resource' | 'holder'>[] =>
  sharedDependencies(resource).map(({id, at}) => {
    const key = sharedKey(id);
    return {stack: ANY_SHARED, id, key, path: [], at, isDependency: true};
  });

/** The reason why another resource cannot be used. */
export type Lost = {
  readonly because: string;
  readonly hint?: string | undefined;
  readonly code?: string;
  /** The claim that no shared resource meets. */
  readonly unmet?: SharedClaim;
};

/** Reports a place whose resource cannot be used. */
export const diagnoseLost = (placed: Placed, {because, hint, code}: Lost): Diagnostic => ({
  severity: 'error',
  code: code ?? 'reference/other-stack',
  message: `${unmet(placed)}: ${because}`,
  resource: placed.resource,
  path: showPath(placed.at),
  ...defined({at: placed.position, hint}),
});

const unmet = ({stack, id, path, at, isDependency}: Placed): string =>
  isDependency === true
    ? `${showPath(at)} names ${placeText(stack, id)}`
    : `cannot set ${showPath(at)} from ${showPath(path)} of ${placeText(stack, id)}`;

const placeText = (stack: string, id: string): string =>
  stack === ANY_SHARED ? sharedText(id) : `${id} in the stack ${stack}`;

function sharedText(id: string): string {
  const claim = claimIn(id);
  return claim === undefined ? `the shared resource ${id}` : `the shared resource of ${claimText(claim)}`;
}
