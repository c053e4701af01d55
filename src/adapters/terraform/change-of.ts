import type {JsonPath} from '../../core/json.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {PERMISSION_FLAG, type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Blocked, Cause, Change, FieldChange} from '../../core/plan/plan.ts';
import {follow, showPath} from '../../core/reference/path.ts';
import type {Resource} from '../../core/resource/resource.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {fieldChanges} from './field-changes.ts';
import {mayLoseData} from './loss.ts';
import {type IsSensitive, maskedPaths} from './masks.ts';
import type {PlannedResource} from './shown.ts';

/** A resource with its plan, and what decides about it. */
export type ChangeRequest = {
  readonly resource: Resource;
  /** The attributes that the files set, if they are not those of the resource. */
  readonly written?: JsonObject | undefined;
  readonly planned: PlannedResource;
  readonly isSensitive: IsSensitive;
  /** The attributes as a release stores them, now and at the last release. */
  readonly sealed: {readonly now: JsonObject; readonly last: JsonObject | undefined};
  readonly isRecorded: boolean;
  /** Its id in the last release, if that was another one. */
  readonly movedFrom?: string | undefined;
  /** True if the release gets all that the providers have, although the files did not change. */
  readonly isRefreshed: boolean;
  /** True if a secret that it needs is lost. */
  readonly isLost: boolean;
  readonly permissions: Permissions;
};

/** Returns the change of a wanted resource. */
export function changeOf(request: ChangeRequest): Change {
  const {resource, planned, isSensitive} = request;
  const {id} = resource;
  const action = actionOf(planned);
  const replacePaths = pathsIn(planned.replacePaths);
  const fields = fieldChanges({
    before: action === 'create' || action === 'read' ? undefined : planned.before,
    after: planned.after,
    unknown: planned.unknown,
    isSensitive,
    written: request.written ?? resource.attributes,
    replacePaths: action === 'replace' ? replacePaths : [],
    causeOf: (path) => causeOf(path, request),
  });
  const isLossy = action === 'replace' && mayLoseData(planned.address);
  return {
    id,
    type: 'Terraform',
    action,
    verified: true,
    fields: action === 'unchanged' ? [] : fields,
    ...defined({
      movedFrom: request.movedFrom,
      refreshed: isRefreshed(request, action) ? (true as const) : undefined,
      reason: reasonOf(request, {action, fields}),
      blocked: blockedOf(request, action, replacePaths),
      effects: isLossy ? (['data-lost'] as const) : undefined,
      computed: action === 'update' ? computedIn(request) : undefined,
    }),
  };
}

/** Returns the attributes that the provider computes again: stacks that use one of them wait for the apply. */
function computedIn({planned: {unknown}, resource: {attributes}}: ChangeRequest): readonly string[] | undefined {
  const paths = maskedPaths(unknown).filter(([first]) => !Object.hasOwn(attributes, String(first)));
  return paths.length === 0 ? undefined : paths.map((path) => showPath(path));
}

/**
 * Reports whether the release gets what the provider has. By default only if the files changed too: they took over what somebody did. Providers
 * also change values by themselves.
 */
function isRefreshed(
  {planned, isRefreshed: isWanted, sealed: {now, last}}: ChangeRequest,
  action: Change['action'],
): boolean {
  if (action !== 'unchanged' || planned.drift === undefined) return false;
  return isWanted || (last !== undefined && !deepEqual(now, last));
}

function reasonOf(request: ChangeRequest, {action, fields}: Pick<Change, 'action' | 'fields'>): string | undefined {
  const {planned, isRecorded} = request;
  if (action === 'read') return READ_REASONS[planned.reason ?? ''];
  if (isAsked(planned)) return 'you asked for it with --replace';
  if (action === 'create' && isRecorded) return 'it was deleted outside of Gantry';
  // Terraform plans it at each run, because its provider compares the texts.
  if (action === 'update' && fields.length > 0 && fields.every(isSameJson))
    return 'only the layout of its JSON differs; to avoid this change, write it as the provider returns it';
  if (isRefreshed(request, action)) return 'it was changed at its provider: the release gets these values';
  return planned.importing === undefined ? undefined : `it exists as ${planned.importing}`;
}

/** Reports whether the user asked for a replacement. */
const isAsked = ({reason}: PlannedResource): boolean => reason === 'replace_by_request';

/** Why Terraform reads a data source during the apply, and not during the plan. */
const READ_REASONS: Readonly<Record<string, string>> = {
  read_because_config_unknown: 'its arguments are known only after apply',
  read_because_dependency_pending: 'the plan changes a resource that it depends on',
};

/** Reports whether both sides of a field are texts of the same JSON. */
function isSameJson({before, after}: Pick<FieldChange, 'before' | 'after'>): boolean {
  const [one, other] = [jsonIn(before), jsonIn(after)];
  return one !== undefined && other !== undefined && deepEqual(one, other);
}

function jsonIn(text: Json | undefined): Json | undefined {
  try {
    const value = typeof text === 'string' ? (JSON.parse(text) as Json) : null;
    return isList(value) || isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the action for the actions of Terraform. */
export function actionOf({
  actions,
  importing,
}: Pick<PlannedResource, 'actions' | 'importing'>):
  | 'create'
  | 'update'
  | 'replace'
  | 'delete'
  | 'forget'
  | 'adopt'
  | 'read'
  | 'unchanged' {
  const [first, second] = actions;
  if (second !== undefined) return 'replace';
  if (importing !== undefined) return 'adopt';
  return first !== undefined && isAction(first) ? first : 'unchanged';
}

const isAction = (text: string): text is 'create' | 'update' | 'delete' | 'forget' | 'read' =>
  ['create', 'update', 'delete', 'forget', 'read'].includes(text);

function blockedOf(
  {resource: {id}, planned, permissions, isLost}: ChangeRequest,
  action: Change['action'],
  paths: readonly JsonPath[],
): Blocked | undefined {
  if (isLost) return {needs: 'an apply from the files', because: 'a secret of the release is lost'};
  if (action !== 'replace') return undefined;
  const isLossy = mayLoseData(planned.address);
  if (isAsked(planned) && !isLossy) return undefined;
  const because = isAsked(planned)
    ? 'you asked for it, and the resource may hold data'
    : planned.reason === 'replace_because_tainted'
      ? 'its last creation did not succeed'
      : `${paths.map((path) => showPath(path)).join(', ') || 'it'} cannot be changed in place`;
  if (isLossy)
    return permissions.allowDataLoss.includes(id)
      ? undefined
      : {needs: `${PERMISSION_FLAG.allowDataLoss} ${id}`, because, byId: true};
  return permits(permissions.allowReplace, id) ? undefined : {needs: `${PERMISSION_FLAG.allowReplace} ${id}`, because};
}

/** Returns the cause of a difference: the files, a value of another resource, or somebody else. */
function causeOf(path: JsonPath, {resource, planned, written: computed, sealed: {now, last}}: ChangeRequest): Cause {
  if (computed !== undefined) return hasDrifted(path, planned) ? 'drift' : 'spec';
  const written = lastWritten(resource.attributes, path);
  if (last === undefined || !deepEqual(lastWritten(last, path) ?? null, lastWritten(now, path) ?? null))
    return isReference(written) ? 'reference' : 'spec';
  if (hasDrifted(path, planned)) return 'drift';
  if (written === undefined) return 'server';
  return isReference(written) ? 'reference' : 'drift';
}

/** Reports whether the provider has another value than the state: the change undoes what somebody else did. */
function hasDrifted(path: JsonPath, {drift}: PlannedResource): boolean {
  if (drift === undefined) return false;
  const [before, after] = [drift.before, drift.after].map((values) => follow(values, path));
  return !deepEqual(valueIn(before), valueIn(after));
}

const valueIn = (found: ReturnType<typeof follow> | undefined): Json =>
  found !== undefined && 'value' in found ? found.value : null;

/** Returns the written value at a path, or the reference that is its parent. */
function lastWritten(attributes: JsonObject, path: JsonPath): Json | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = follow(attributes, path.slice(0, length));
    if ('value' in found && (length === path.length || typeof found.value === 'string')) return found.value;
  }
  return undefined;
}

const isReference = (value: Json | undefined): boolean =>
  typeof value === 'string' && /\$\{ref:|^\$kusion_path\.|^ref:\/\//.test(value);

const pathsIn = (value: Json): readonly JsonPath[] =>
  isList(value)
    ? value.map((path) =>
        isList(path) ? path.filter((step) => typeof step === 'string' || typeof step === 'number') : [],
      )
    : [];
