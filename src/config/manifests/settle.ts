import type {Diagnostic, Position} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Hook, SourcePart} from '../../core/hook/hook.ts';
import {isObject, type JsonObject, type JsonPath} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {IMPORT_ID, importIdProblem, providerIdProblem} from '../../core/resource/import-id.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {type CustomScopes, customScopes, type Scope, scopeOf} from '../../kubernetes/resource/scope.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {Candidate} from './candidate.ts';

/** Resources with their ids and namespaces, without duplicates. */
export type Settled = {
  /** Sorted by id. */
  readonly resources: readonly Resource[];
  readonly origins: ReadonlyMap<string, Origin>;
  readonly expandable: ReadonlySet<string>;
  /** Ids with a default namespace although the scope of the kind is unknown. The cluster decides later. */
  readonly scopeGuessed: ReadonlySet<string>;
  /** The resources that the workspace changes, as they are without those changes. */
  readonly own: ReadonlyMap<string, JsonObject>;
  /** The hooks of the sources. They are not resources. */
  readonly hooks: readonly Hook[];
  /** The source of each resource that belongs to a source with hooks. */
  readonly parts: ReadonlyMap<string, SourcePart>;
  /** The candidate of each resource. */
  readonly made: ReadonlyMap<string, Candidate>;
  readonly diagnostics: readonly Diagnostic[];
};

/** Determines the namespace and the id of every object, and reports duplicates. */
export function settle(candidates: readonly Candidate[], namespace: string | undefined): Settled {
  const scopes = customScopes(candidates.map(({object}) => object));
  const diagnostics: Diagnostic[] = [];
  const seen = new Map<string, readonly Seen[]>();
  const all = candidates.flatMap((candidate) => {
    const placed = place(candidate, namespace, scopes);
    diagnostics.push(...placed.diagnostics);
    const {object} = placed;
    const id = ownIdOf(candidate, object);
    const wrongId = checkDeclared(candidate, id);
    if (wrongId !== undefined) diagnostics.push(wrongId);
    const wrongImport = checkImport(candidate, id);
    if (wrongImport !== undefined) diagnostics.push(wrongImport);
    const same = isKubernetes(candidate) ? sameness(object) : id;
    const first = seen.get(same)?.find((one) => meet(one.candidate, candidate));
    if (first !== undefined) diagnostics.push(duplicate(id, candidate.origin, first));
    else seen.set(same, [...(seen.get(same) ?? []), {id, candidate}]);
    return first === undefined ? [{id, object, candidate, isGuess: placed.isGuess}] : [];
  });
  all.sort((a, b) => compareNaturally(a.id, b.id));
  const settled = all.filter(({candidate}) => candidate.hook === undefined);
  const idsWhere = (holds: (one: (typeof settled)[number]) => boolean): ReadonlySet<string> =>
    new Set(settled.filter(holds).map(({id}) => id));
  return {
    resources: settled.map(({id, object, candidate: {type = 'Kubernetes', dependsOn, extensions}}) => ({
      id,
      type,
      attributes: object,
      dependsOn,
      extensions,
    })),
    origins: new Map(settled.map(({id, candidate}) => [id, candidate.origin])),
    expandable: idsWhere(({candidate}) => candidate.isExpandable),
    scopeGuessed: idsWhere(({isGuess}) => isGuess),
    own: new Map(settled.flatMap(({id, candidate: {own}}) => (own === undefined ? [] : [[id, own] as const]))),
    hooks: all.flatMap(({id, object, candidate: {hook, isExpandable}}) =>
      hook === undefined ? [] : [{...hook, id, attributes: object, isExpandable}],
    ),
    parts: new Map(settled.flatMap(({id, candidate: {part}}) => (part === undefined ? [] : [[id, part] as const]))),
    made: new Map(settled.map(({id, candidate}) => [id, candidate])),
    diagnostics,
  };
}

/** Reports whether a candidate is a Kubernetes object. */
const isKubernetes = ({type = 'Kubernetes'}: Candidate): boolean => type === 'Kubernetes';

/** Returns the id of a candidate. A resource that is not a Kubernetes object has the id from its file. */
const ownIdOf = (candidate: Candidate, object: JsonObject): string =>
  isKubernetes(candidate) ? idOfObject(object) : (candidate.declared?.id ?? '');

type Placed = {readonly object: JsonObject; readonly isGuess: boolean; readonly diagnostics: readonly Diagnostic[]};

function place(candidate: Candidate, namespace: string | undefined, scopes: CustomScopes): Placed {
  const {object, origin, isNamespaceGuessed = false} = candidate;
  if (!isKubernetes(candidate)) return {object, isGuess: false, diagnostics: []};
  const identity = identityOf(object);
  const scope = scopeOf(identity.apiVersion, identity.kind, scopes);
  if (scope === 'cluster') {
    const {namespace: written} = identity;
    return written === undefined
      ? {object, isGuess: false, diagnostics: []}
      : {
          object: withoutNamespace(object),
          isGuess: false,
          diagnostics: isNamespaceGuessed ? [] : [ignoredNamespace(identity.kind, origin)],
        };
  }
  if (identity.namespace !== undefined)
    return {object, isGuess: isNamespaceGuessed && scope === 'unknown', diagnostics: []};
  const filled = namespace ?? kusionDefault(candidate, scope);
  return filled === undefined
    ? {object, isGuess: false, diagnostics: []}
    : {object: withNamespace(object, filled), isGuess: scope === 'unknown', diagnostics: []};
}

/** Returns `default` for an object without a namespace whose id has that namespace, as Kusion writes it. */
function kusionDefault({object, declared}: Candidate, scope: Scope): string | undefined {
  if (declared === undefined || scope === 'unknown') return undefined;
  return declared.id === idOfObject(withNamespace(object, 'default')) ? 'default' : undefined;
}

const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {});

const withNamespace = (object: JsonObject, namespace: string): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), namespace},
});

function withoutNamespace(object: JsonObject): JsonObject {
  const {namespace: _, ...metadata} = metadataOf(object);
  return {...object, metadata};
}

const ignoredNamespace = (kind: string, origin: Origin): Diagnostic => ({
  severity: 'warning',
  code: 'manifest/namespace-ignored',
  message: `a ${kind} is cluster-scoped: its \`metadata.namespace\` is ignored`,
  at: origin.position(['metadata', 'namespace']),
  path: 'metadata.namespace',
  hint: 'Remove it.',
});

/** Returns the key that identifies an object. It has the group but not the version: two versions of a kind are the same object. */
function sameness(object: JsonObject): string {
  const {group, kind, namespace, name} = identityOf(object);
  return JSON.stringify([group, kind, namespace, name]);
}

function checkDeclared({declared, object}: Candidate, id: string): Diagnostic | undefined {
  if (declared === undefined || declared.id === id || declared.id === idOfObject(object)) return undefined;
  return declared.diagnose(`the id ${declared.id} does not match its attributes: ${id}`, `Write \`id: ${id}\`.`);
}

/** Checks that the live object to adopt has the id of the resource: an adoption does not rename objects. */
function checkImport(candidate: Candidate, id: string): Diagnostic | undefined {
  const {declared, object, extensions} = candidate;
  const value = extensions[IMPORT_ID];
  if (declared === undefined || value === undefined) return undefined;
  const problem = isKubernetes(candidate) ? importIdProblem(value, [id, idOfObject(object)]) : providerIdProblem(value);
  return problem === undefined ? undefined : declared.diagnoseImport(problem.message, problem.hint);
}

type Seen = {readonly id: string; readonly candidate: Candidate};

/** Reports whether two objects with the same name exist at the same time. Hooks for different events come after each other. */
const meet = ({hook: one}: Candidate, {hook: other}: Candidate): boolean =>
  one === undefined || other === undefined || one.events.some((event) => other.events.includes(event));

function duplicate(id: string, origin: Origin, first: Seen): Diagnostic {
  const placesOf = (path: JsonPath) => [first.candidate.origin.position(path), origin.position(path)] as const;
  const named = placesOf(['metadata', 'name']);
  // Objects that a program makes may have their names from one setting.
  const [before, at] = isSamePlace(...named) ? placesOf([]) : named;
  const as = first.id === id ? '' : ` as ${first.id}`;
  return {
    severity: 'error',
    code: 'manifest/duplicate',
    message: `${id} is defined twice, first${as} in ${before.file}:${before.line}`,
    at,
    resource: id,
    hint: 'Remove or rename one of them.',
  };
}

const isSamePlace = (a: Position, b: Position): boolean =>
  a.file === b.file && a.line === b.line && a.column === b.column;
