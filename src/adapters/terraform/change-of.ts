import type {JsonPath} from '../../core/json.ts';
import {isList, type Json, type JsonObject} from '../../core/json.ts';
import {PERMISSION_FLAG, type Permissions, permits} from '../../core/plan/permissions.ts';
import type {Blocked, Cause, Change} from '../../core/plan/plan.ts';
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
  readonly planned: PlannedResource;
  readonly isSensitive: IsSensitive;
  /** The attributes as a release stores them, now and at the last release. */
  readonly sealed: {readonly now: JsonObject; readonly last: JsonObject | undefined};
  readonly isRecorded: boolean;
  /** Its id in the last release, if that was another one. */
  readonly movedFrom?: string | undefined;
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
    before: action === 'create' ? undefined : planned.before,
    after: planned.after,
    unknown: planned.unknown,
    isSensitive,
    written: resource.attributes,
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
      reason: reasonOf(request, action),
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

function reasonOf({planned, isRecorded}: ChangeRequest, action: Change['action']): string | undefined {
  if (action === 'create' && isRecorded) return 'it was deleted outside of Gantry';
  return planned.importing === undefined ? undefined : `it exists as ${planned.importing}`;
}

/** Returns the action for the actions of Terraform. */
export function actionOf({
  actions,
  importing,
}: Pick<PlannedResource, 'actions' | 'importing'>): 'create' | 'update' | 'replace' | 'delete' | 'adopt' | 'unchanged' {
  const [first, second] = actions;
  if (second !== undefined) return 'replace';
  if (importing !== undefined) return 'adopt';
  if (first === 'create' || first === 'update' || first === 'delete') return first;
  return 'unchanged';
}

function blockedOf(
  {resource: {id}, planned, permissions, isLost}: ChangeRequest,
  action: Change['action'],
  paths: readonly JsonPath[],
): Blocked | undefined {
  if (isLost) return {needs: 'an apply from the files', because: 'a secret of the release is lost'};
  if (action !== 'replace') return undefined;
  const isLossy = mayLoseData(planned.address);
  const because =
    planned.reason === 'replace_because_tainted'
      ? 'its last creation did not succeed'
      : `${paths.map((path) => showPath(path)).join(', ') || 'it'} cannot be changed in place`;
  if (isLossy)
    return permissions.allowDataLoss.includes(id)
      ? undefined
      : {needs: `${PERMISSION_FLAG.allowDataLoss} ${id}`, because, byId: true};
  return permits(permissions.allowReplace, id) ? undefined : {needs: `${PERMISSION_FLAG.allowReplace} ${id}`, because};
}

/** Returns the cause of a difference: the files, a value of another resource, or somebody else. */
function causeOf(path: JsonPath, {resource, planned, sealed: {now, last}}: ChangeRequest): Cause {
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
