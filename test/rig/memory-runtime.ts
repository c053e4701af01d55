import type {Diagnostic} from '../../src/core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject, type JsonPath} from '../../src/core/json.ts';
import type {ObjectDrift} from '../../src/core/plan/drift.ts';
import {permits} from '../../src/core/plan/permissions.ts';
import type {Change, FieldChange} from '../../src/core/plan/plan.ts';
import {referenceDiagnostic} from '../../src/core/reference/reference-diagnostic.ts';
import {referencesIn} from '../../src/core/reference/references-in.ts';
import {type Lookup, resolveReferences} from '../../src/core/reference/resolve-references.ts';
import {knownValues, type ResourceValues} from '../../src/core/reference/values.ts';
import type {ResourceState} from '../../src/core/release/resource-state.ts';
import type {TerraformState} from '../../src/core/release/terraform-state.ts';
import type {Resource} from '../../src/core/resource/resource.ts';
import {containsRedacted, isRedacted, redactLeaf} from '../../src/core/secret/redacted-value.ts';
import type {Secret} from '../../src/core/secret/secret.ts';
import {canonicalJson} from '../../src/lib/canonical-json.ts';
import {deepEqual} from '../../src/lib/deep-equal.ts';
import {untilAborted} from '../../src/lib/until-aborted.ts';
import type {PlanRequest} from '../../src/ports/plan-request.ts';
import type {PlannedChange} from '../../src/ports/planned-change.ts';
import type {Runtime} from '../../src/ports/runtime.ts';
import type {DriftRequest} from '../../src/ports/runtime-drift.ts';
import type {StepResult} from '../../src/ports/step-result.ts';
import type {StepRun} from '../../src/ports/step-run.ts';

/** A cloud in memory. A test looks into it, and changes it as somebody else would. */
export type MemoryCloud = {
  /** By id, with what the cloud itself allocates: `serial` and `url`. */
  readonly objects: Map<string, JsonObject>;
  /** What was written, in order: `create queue`. */
  readonly log: string[];
  /** Ids whose next write is refused, or ends half done. */
  readonly failing: Map<string, 'refused' | 'half-done'>;
  /** Ids whose steps wait for this after the write. */
  readonly slow: Map<string, Promise<void>>;
  /** What each call of `plan` was about. */
  readonly plans: PlanRequest[];
  closed: number;
};

export const memoryCloud = (): MemoryCloud => ({
  objects: new Map(),
  log: [],
  failing: new Map(),
  slow: new Map(),
  plans: [],
  closed: 0,
});

/** Allocated by the cloud at every creation. */
const COMPUTED: readonly string[] = ['serial', 'url'];
/** Another value is another object. */
const IMMUTABLE = 'region';
/** Never shown. */
const SENSITIVE = 'password';

/** A second runtime: attributes are free, but `region` forces a replacement, `password` is secret, `serial` and `url` are computed. */
export const memoryRuntime = (cloud: MemoryCloud): Runtime => ({
  type: 'Terraform',
  plan: async (request) => {
    cloud.plans.push(request);
    const planned = planWanted(cloud, request);
    return {
      changes: [...[...planned.values()].map(({step}) => step), ...removals(cloud, request)],
      diagnostics: [...planned.values()].flatMap(({problems}) => problems),
      values: (id) => planned.get(id)?.values,
    };
  },
  drift: async (request) => ({objects: request.prior.map((state) => driftOf(cloud, request, state)), diagnostics: []}),
  close: async () => void cloud.closed++,
});

type Planned = {
  readonly step: PlannedChange;
  readonly values: ResourceValues;
  readonly problems: readonly Diagnostic[];
};

function planWanted(cloud: MemoryCloud, request: PlanRequest): ReadonlyMap<string, Planned> {
  const {wanted, values} = request;
  const planned = new Map<string, Planned>();
  const own = knownValues((id) => planned.get(id)?.values);
  const ids = new Set(wanted.resources.map(({id}) => id));
  const all = new Set(wanted.order.order);
  const world: World = {
    cloud,
    request,
    ids: all,
    lookup: (id, path) => own.lookup(id, path) ?? (ids.has(id) ? 'unknown' : values?.lookup(id, path)),
    isSensitive: (id, path) => own.isSensitive(id, path) || values?.isSensitive(id, path) === true,
  };
  const byId = new Map(wanted.resources.map((resource) => [resource.id, resource]));
  for (const id of wanted.order.order) {
    const resource = byId.get(id);
    if (resource !== undefined) planned.set(id, planOne(resource, world));
  }
  return planned;
}

type World = {
  readonly cloud: MemoryCloud;
  readonly request: PlanRequest;
  readonly ids: ReadonlySet<string>;
  readonly lookup: Lookup;
  readonly isSensitive: (id: string, path: JsonPath) => boolean;
};

type Resolved = {
  readonly attributes: JsonObject;
  readonly unknown: readonly string[];
  readonly sensitive: ReadonlySet<string>;
  readonly problems: readonly Diagnostic[];
};

function resolve(resource: Resource, lookup: Lookup, {request, ids, isSensitive}: World): Resolved {
  const {id, attributes} = resource;
  const {secrets, wanted} = request;
  const found = resolveReferences(attributes, lookup, ids, {
    secretOf: (uri) => secrets.values?.get(uri)?.reveal(),
  });
  const taken = referencesIn(attributes, ids).references.filter((one) => isSensitive(one.id, one.path));
  const unknown = [...new Set(found.unknown.map(([first]) => String(first)))];
  return {
    attributes: without(found.attributes, unknown),
    unknown,
    sensitive: new Set([SENSITIVE, ...[...found.secrets, ...taken.map(({at}) => at)].map(([first]) => String(first))]),
    problems: found.problems.map((problem) => referenceDiagnostic(problem, id, wanted.origins.get(id))),
  };
}

/** The secrets of a release, from live as long as it still holds the very same. */
function recalled(resource: Resource, live: JsonObject | undefined, key: Secret): Resource {
  const entries = Object.entries(resource.attributes).map(([name, value]) => {
    const now = live?.[name];
    const isSame =
      isRedacted(value) && now !== undefined && deepEqual(redactLeaf(key.reveal(), resource.id, [name], now), value);
    return [name, isSame ? now : value];
  });
  return {...resource, attributes: Object.fromEntries(entries)};
}

function planOne(written: Resource, world: World): Planned {
  const {cloud, request} = world;
  const {id} = written;
  const resource = recalled(written, cloud.objects.get(id), request.secrets.digestKey);
  const resolved = resolve(resource, world.lookup, world);
  const live = cloud.objects.get(id);
  const state = request.prior.state.find((one) => one.id === id);
  const fields = live === undefined ? created(resolved) : differences(resource, live, resolved, request);
  const change: Change = {id, type: 'Terraform', verified: true, fields, ...actionOf(resource, live, fields, request)};
  // Of an unchanged object that nobody recorded, live shows the state.
  const found = change.action === 'unchanged' && live !== undefined ? live : undefined;
  const known = state ?? (found && stateOf(request, resource, found, resolved.sensitive));
  const isNew = change.action === 'create' || change.action === 'replace';
  const step: PlannedChange = {
    change,
    after: request.wanted.order.after.get(id) ?? [],
    redacted: () => seal(request.secrets.digestKey, id, resource.attributes, new Set([SENSITIVE])),
    ...(known === undefined ? {} : {state: known}),
    seen: () => ({
      ...(live === undefined ? {} : {live: digest(request, live)}),
      sends: digest(request, resolved.attributes),
    }),
    execute: (run) => execute({resource, change, world, planned}, run),
  };
  const planned: Planned = {
    step,
    problems: resolved.problems,
    values: {
      object: change.action === 'unchanged' ? (live ?? {}) : {...(isNew ? {} : live), ...resolved.attributes},
      unknown: [...resolved.unknown, ...(isNew ? COMPUTED : [])].map((name) => [name]),
      sensitive: [...resolved.sensitive].map((name) => [name]),
    },
  };
  return planned;
}

function actionOf(
  {id, attributes}: Resource,
  live: JsonObject | undefined,
  fields: readonly FieldChange[],
  {prior, permissions}: PlanRequest,
): Pick<Change, 'action' | 'blocked' | 'reason'> {
  if (containsRedacted(attributes)) {
    const blocked = {needs: 'an apply from the files', because: 'a secret of the release is lost'};
    return {action: live === undefined ? 'create' : 'update', blocked};
  }
  const isRecorded = prior.state.some((one) => one.id === id);
  if (live === undefined) return {action: 'create', ...(isRecorded ? {reason: 'somebody deleted it'} : {})};
  if (!isRecorded && prior.interrupted.every((one) => one.id !== id)) {
    const blocked = {needs: `--adopt ${id}`, because: 'it is in the cloud, and not of this stack'};
    return {action: 'adopt', ...(permits(permissions.adopt, id) ? {} : {blocked})};
  }
  if (fields.length === 0) return {action: 'unchanged'};
  if (fields.every(({path}) => path !== IMMUTABLE)) return {action: 'update'};
  const blocked = {needs: `--allow-replace ${id}`, because: 'its region cannot be changed'};
  return {action: 'replace', ...(permits(permissions.allowReplace, id) ? {} : {blocked})};
}

const created = ({attributes, unknown, sensitive}: Resolved): readonly FieldChange[] => [
  ...Object.entries(attributes).map(
    ([path, after]): FieldChange =>
      sensitive.has(path) ? {path, sensitive: true, after: '***', cause: 'spec'} : {path, after, cause: 'spec'},
  ),
  ...unknown.map((path): FieldChange => ({path, unknown: true, cause: 'reference'})),
];

function differences(
  {id, attributes: written}: Resource,
  live: JsonObject,
  {attributes, unknown, sensitive}: Resolved,
  {prior, secrets}: PlanRequest,
): readonly FieldChange[] {
  const then = prior.spec.find((one) => one.id === id)?.attributes;
  const now = seal(secrets.digestKey, id, written, new Set([SENSITIVE]));
  const names = new Set([...Object.keys(attributes), ...Object.keys(without(live, [...COMPUTED, ...unknown]))]);
  const known = [...names].toSorted().flatMap((path): readonly FieldChange[] => {
    const [before, after] = [live[path], attributes[path]];
    if (deepEqual(before, after)) return [];
    const cause = !deepEqual(then?.[path], now[path]) ? 'spec' : isReference(written[path]) ? 'reference' : 'drift';
    const sides = {...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after})};
    return [sensitive.has(path) ? {path, sensitive: true, cause} : {path, ...sides, cause}];
  });
  return [...known, ...unknown.map((path): FieldChange => ({path, unknown: true, cause: 'reference'}))];
}

const isReference = (value: Json | undefined): boolean => typeof value === 'string' && value.includes('${ref:');

type Step = {
  readonly resource: Resource;
  readonly change: Change;
  readonly world: World;
  readonly planned: Planned;
};

async function execute({resource, change, world, planned}: Step, run: StepRun): Promise<StepResult> {
  const {cloud, request} = world;
  const {id} = resource;
  const found = cloud.objects.get(id);
  if (change.action === 'unchanged') return done(found ?? {}, resource, world, planned);
  await run.beforeWrite();
  const fails = cloud.failing.get(id);
  if (fails === 'refused') return failed(id, 'the cloud refused it');
  const lookup: Lookup = (other, path) => run.live(other, path) ?? world.lookup(other, path);
  const isSensitive: World['isSensitive'] = (other, path) =>
    run.isSensitive?.(other, path) === true || world.isSensitive(other, path);
  const {attributes, sensitive} = resolve(resource, lookup, {...world, isSensitive});
  const serial = cloud.log.length + 1;
  const isNew = found === undefined || change.action === 'replace';
  if (change.action === 'replace') write(cloud, `delete ${id}`, () => cloud.objects.delete(id));
  const computed: JsonObject = isNew
    ? {serial, url: `memory://${id}/${serial}`}
    : Object.fromEntries(COMPUTED.map((name) => [name, found[name] ?? null]));
  const live: JsonObject = {...attributes, ...computed};
  write(cloud, `${isNew ? 'create' : 'update'} ${id}`, () => cloud.objects.set(id, live));
  run.onApplied();
  const state = stateOf(request, resource, live, sensitive);
  if (fails === 'half-done') return {...failed(id, 'the cloud gave up'), state};
  const slow = cloud.slow.get(id);
  if (slow !== undefined && run.wait) {
    run.onWaiting('the cloud is slow');
    try {
      await untilAborted(slow, run.signal);
    } catch {
      return {kind: 'failed', failure: {code: 'cancelled', signal: 'SIGINT'}, state};
    }
  }
  return {kind: 'done', state, live};
}

const done = (live: JsonObject, resource: Resource, {request}: World, {values}: Planned): StepResult => ({
  kind: 'done',
  live,
  state: stateOf(request, resource, live, new Set(values.sensitive.map(([first]) => String(first)))),
});

const failed = (resource: string, detail: string): Extract<StepResult, {kind: 'failed'}> => ({
  kind: 'failed',
  failure: {code: 'object/failed', resource, detail},
});

function write(cloud: MemoryCloud, what: string, how: () => unknown): void {
  how();
  cloud.log.push(what);
}

const stateOf = (
  request: PlanRequest,
  {id}: Resource,
  live: JsonObject,
  sensitive: ReadonlySet<string>,
): TerraformState => ({
  id,
  type: 'Terraform',
  address: id,
  provider: 'memory',
  schemaVersion: 0,
  attributes: seal(request.secrets.digestKey, id, live, sensitive),
  desiredDigest: digest(request, live),
  dependsOn: request.wanted.order.after.get(id) ?? [],
});

function removals(cloud: MemoryCloud, {wanted, prior}: PlanRequest): readonly PlannedChange[] {
  const ids = new Set(wanted.resources.map(({id}) => id));
  const begun = prior.interrupted.filter(({id}) => cloud.objects.has(id) && prior.state.every((one) => one.id !== id));
  return [...prior.state, ...begun].flatMap((one): readonly PlannedChange[] => {
    const {id} = one;
    if (ids.has(id)) return [];
    const action = prior.toOrphan?.has(id) ? 'forget' : cloud.objects.has(id) ? 'delete' : 'gone';
    return [
      {
        change: {id, type: 'Terraform', action, verified: true, fields: []},
        after: [],
        ...('address' in one ? {state: one} : {}),
        execute: async (run) => {
          if (action !== 'delete') return {kind: 'done'};
          await run.beforeWrite();
          if (cloud.failing.has(id)) return failed(id, 'the cloud refused it');
          write(cloud, `delete ${id}`, () => cloud.objects.delete(id));
          run.onApplied();
          return {kind: 'done'};
        },
      },
    ];
  });
}

function driftOf(cloud: MemoryCloud, {secrets}: DriftRequest, state: ResourceState): ObjectDrift {
  const about = {id: state.id, type: state.type, fields: []};
  const live = cloud.objects.get(state.id);
  const then = state.type === 'Terraform' ? state.attributes : {};
  if (live === undefined) return {...about, drift: 'deleted', reason: 'somebody deleted it after the last release'};
  if (live['serial'] !== then['serial'])
    return {...about, drift: 'replaced', reason: 'another object has its name now'};
  const now = seal(secrets.digestKey, state.id, live, sealedNames(then));
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].toSorted();
  const fields = names.flatMap((path): readonly FieldChange[] => {
    const [before, after] = [now[path], then[path]];
    if (deepEqual(before, after)) return [];
    if (isObject(after)) return [{path, sensitive: true, cause: 'drift'}];
    const sides = {...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after})};
    return [{path, ...sides, cause: 'drift'}];
  });
  return {...about, drift: fields.length === 0 ? 'none' : 'changed', fields};
}

const sealedNames = (attributes: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(attributes).filter((name) => isObject(attributes[name])));

/** References stay as they are written. */
const seal = (key: Secret, id: string, attributes: JsonObject, names: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      names.has(name) && !isReference(value) && !isObject(value) ? redactLeaf(key.reveal(), id, [name], value) : value,
    ]),
  );

const digest = ({secrets}: PlanRequest, value: JsonObject): string => secrets.digestKey.hmac(canonicalJson(value));

const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
