import type {LoadedResources} from '../../config/load-resources.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../core/json.ts';
import {follow, showPath} from '../../core/reference/path.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {customKinds} from '../../kubernetes/types/custom-kinds.ts';
import type {KubernetesTypes} from '../../kubernetes/types/kubernetes-types.ts';
import {objectCheck} from '../../kubernetes/validate/check-object.ts';
import type {Finding} from '../../kubernetes/validate/finding.ts';
import {immutableChanges} from '../../kubernetes/validate/immutable-changes.ts';
import {stackRules} from '../../kubernetes/validate/stack-rules.ts';
import {defined} from '../../lib/defined.ts';

/** An object of a stack: a resource, or the object of a hook. */
export type StackObject = {readonly id: string; readonly attributes: JsonObject};

/** The objects of one kind that could not be checked, because no CRD of the stack defines it. */
export type UncheckedKind = {readonly apiVersion: string; readonly kind: string; readonly objects: number};

/** The findings of some objects in one version of Kubernetes. */
export type CheckedObjects = {
  readonly diagnostics: readonly Diagnostic[];
  readonly unchecked: readonly UncheckedKind[];
};

/** Returns the objects that a stack sends to Kubernetes: resources and hooks. */
export const stackObjects = ({
  resources,
  hooks = [],
}: Pick<LoadedResources, 'resources' | 'hooks'>): readonly StackObject[] => [
  ...resources.filter(({type}) => type === 'Kubernetes'),
  ...hooks,
];

/** Checks the objects of a stack by the schemas of one version of Kubernetes. */
export function checkObjects(
  loaded: LoadedResources,
  types: KubernetesTypes,
  all: readonly KubernetesTypes[],
): CheckedObjects {
  const objects = stackObjects(loaded);
  const check = objectCheck({types, all, custom: customKinds(objects.map(({attributes}) => attributes))});
  const unchecked = new Map<string, UncheckedKind>();
  const diagnostics = objects.flatMap((object) => {
    const {findings, isKnown} = check(object.attributes);
    if (!isKnown) count(object.attributes, unchecked);
    return toldOf(findings, object, loaded);
  });
  return {diagnostics, unchecked: [...unchecked.values()]};
}

/** Returns the findings about references between the objects of a stack. They are the same for each version of Kubernetes. */
export function checkReferences(loaded: LoadedResources, live?: ReadonlyMap<string, boolean>): readonly Diagnostic[] {
  const byId = new Map(loaded.resources.map((resource) => [resource.id, resource]));
  return stackRules(loaded.resources, live).flatMap(({id, finding}) => {
    const object = byId.get(id);
    return object === undefined ? [] : toldOf([finding], object, loaded);
  });
}

/** Returns the changes since the last release that the server rejects. */
export const checkChanges = (loaded: LoadedResources, last: ReadonlyMap<string, JsonObject>): readonly Diagnostic[] =>
  loaded.resources.flatMap((resource) => {
    const before = last.get(resource.id);
    return before === undefined ? [] : toldOf(immutableChanges(before, resource.attributes), resource, loaded);
  });

/** Returns findings about an object at the user's lines. Leaves out findings about references, whose values only a preview knows. */
export const toldOf = (
  findings: readonly Finding[],
  object: StackObject,
  loaded: LoadedResources,
): readonly Diagnostic[] =>
  findings
    .filter((finding) => !loaded.expandable.has(object.id) || !isReference(object.attributes, finding))
    .map((finding) => diagnosticOf(finding, object, loaded));

function count(object: JsonObject, unchecked: Map<string, UncheckedKind>): void {
  const {apiVersion: version, kind: name} = identityOf(object);
  const objects = (unchecked.get(`${version}/${name}`)?.objects ?? 0) + 1;
  unchecked.set(`${version}/${name}`, {apiVersion: version, kind: name, objects});
}

/** Reports whether a finding is about a reference. Its value is only known during a preview, and may be valid. */
function isReference(object: JsonObject, {path}: Finding): boolean {
  const found = follow(object, path);
  return 'value' in found && typeof found.value === 'string' && /\$\{|^[a-z]*:\/\//.test(found.value);
}

/** Returns a finding as a diagnostic at the user's line. */
function diagnosticOf(
  finding: Finding,
  {id}: Pick<StackObject, 'id'>,
  {origins}: Pick<LoadedResources, 'origins'>,
): Diagnostic {
  const {severity, code, path, part = 'value', message, hint} = finding;
  return {
    severity,
    code,
    message,
    resource: id,
    ...defined({
      path: path.length === 0 ? undefined : showPath(path),
      at: origins.get(id)?.position(path, part),
      hint,
    }),
  };
}
