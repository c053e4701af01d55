import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {podTemplateOf} from '../../../../kubernetes/graph/edges/pod-template.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {RESTART_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import {chooseDigests, type KnownConfig} from '../../../../kubernetes/restart/choose-digests.ts';
import {
  type ConfigDigests,
  configDigest,
  digestsOf,
  formatDigests,
} from '../../../../kubernetes/restart/config-digests.ts';
import {type ConfigReference, configReferences} from '../../../../kubernetes/restart/config-references.ts';
import {restartsOnChange} from '../../../../kubernetes/restart/restarting.ts';
import {deepEqual} from '../../../../lib/deep-equal.ts';
import {defined} from '../../../../lib/defined.ts';
import type {PlanRequest} from '../../../../ports/plan-request.ts';
import type {PlannedObject} from './planned-object.ts';
import type {LiveConfig, PodDigests} from './pod-digests.ts';
import {type ConfigPlace, configId, plannedConfig, type ReadConfig} from './read-config.ts';
import type {ResolvedObject} from './resolve-attributes.ts';
import type {Target} from './target.ts';

/** A workload, and the plans from which its digests are made. */
export type DigestRequest = {
  /** The workload without these digests. */
  readonly target: Target;
  readonly live: JsonObject | undefined;
  /** The text of the last release. */
  readonly prior: JsonObject | undefined;
  readonly request: Pick<PlanRequest, 'secrets'>;
  readonly readConfig: ReadConfig;
  /** Returns the plan of an object that is applied before the workload. */
  readonly earlier: (id: string) => Promise<PlannedObject> | undefined;
};

type Found = {readonly reference: ConfigReference; readonly place: ConfigPlace; readonly known: KnownConfig};

/** Returns the digests of a workload with the annotation `gantry.dev/restart-on-change: "true"`; undefined for any other object. */
export async function findPodDigests(asked: DigestRequest): Promise<PodDigests | undefined> {
  const {target, live: found} = asked;
  const pod = podTemplateOf(target.desired);
  const {namespace} = target.identity;
  if (pod === undefined || namespace === undefined || !restartsOnChange(target.desired)) return undefined;
  const live = found !== undefined && isEnding(found) ? undefined : found;
  const configs = await Promise.all(
    configReferences(pod.spec).map((reference) => find(asked, reference, {...reference, namespace})),
  );
  const before = digestsOf(live);
  const rollsOut = live === undefined || !hasSameTemplate(asked);
  const choose = (from: readonly Found[]): ConfigDigests =>
    chooseDigests({configs: from.map(({reference, known}) => [reference, known]), before, rollsOut});
  const those = (is: KnownConfig['is']): readonly ConfigReference[] =>
    configs.filter(({known}) => known.is === is).map(({reference}) => reference);
  const late = those('unknown');
  return {
    text: formatDigests(late.length > 0 && live !== undefined ? (before ?? new Map()) : choose(configs)),
    late,
    diagnostics: those('forbidden').map((reference) => unreadableConfig(target, reference)),
    settle: settling(configs, choose, {readConfig: asked.readConfig, request: {secrets: asked.request.secrets}}),
  };
}

async function find(asked: DigestRequest, reference: ConfigReference, place: ConfigPlace): Promise<Found> {
  const {readConfig, earlier, request} = asked;
  const candidate = readConfig.planned(place);
  if (candidate === undefined) return {reference, place, known: await readConfig.live(place)};
  // An object that takes a value from this workload is applied after it. The workload does not wait for such an object.
  const planned = await earlier(candidate.resource.id);
  const known: KnownConfig =
    planned === undefined ? {is: 'later'} : plannedConfig(planned, place, request.secrets.digestKey);
  return {reference, place, known};
}

type Settling = Pick<DigestRequest, 'readConfig' | 'request'>;

/** Returns the function that computes the digests when the unknown contents are known. It is kept until the apply, so it holds only the data that it needs. */
const settling =
  (
    configs: readonly Found[],
    choose: (from: readonly Found[]) => ConfigDigests,
    asked: Settling,
  ): PodDigests['settle'] =>
  (applied) =>
    formatDigests(choose(configs.map((one) => settled(asked, one, applied))));

/** Replaces unknown content by the content of the live object, reduced to the entries that the files contain. */
function settled({readConfig, request}: Settling, found: Found, live: LiveConfig): Found {
  const candidate = found.known.is === 'unknown' ? readConfig.planned(found.place) : undefined;
  const object = candidate === undefined ? undefined : live(candidate.resource.id, ['data']);
  if (candidate === undefined || object === undefined) return found;
  const {written} = candidate;
  const {data, binaryData} = object;
  const names = new Set(FIELDS.flatMap((field) => keysOf(written[field])));
  // A reference stands for all entries, so the files contain none of their names.
  const isWhole = FIELDS.some((field) => typeof written[field] === 'string');
  const kept = (part: JsonObject[string] | undefined): JsonObject =>
    Object.fromEntries(Object.entries(isObject(part) ? part : {}).filter(([name]) => isWhole || names.has(name)));
  const content = {data: kept(data), binaryData: kept(binaryData)};
  const digest = configDigest(request.secrets.digestKey.reveal(), configId(found.place), content);
  return {...found, known: {is: 'planned', digest}};
}

const FIELDS = ['data', 'stringData', 'binaryData'] as const;

const keysOf = (value: JsonObject[string] | undefined): readonly string[] =>
  isObject(value) ? Object.keys(value) : [];

/** Reports whether the pod template has the same text as in the last release. */
function hasSameTemplate({target, prior}: DigestRequest): boolean {
  const [now, then] = [target.redacted(), prior].map((object) => object && podTemplateText(object));
  return then !== undefined && deepEqual(now ?? null, then);
}

const podTemplateText = ({spec}: JsonObject): JsonObject[string] | undefined =>
  isObject(spec) ? spec['template'] : undefined;

const unreadableConfig = ({resource, origin}: Target, {kind, name}: ConfigReference): Diagnostic => ({
  severity: 'warning',
  code: 'restart/unreadable',
  message: `you have no permission to read ${kind} ${name}, so a change of it does not restart the pods`,
  resource: resource.id,
  ...defined({at: origin?.position(['metadata', 'annotations', RESTART_ANNOTATION])}),
  hint: `Request the permission to get it, or set ${RESTART_ANNOTATION}: "false".`,
});

const CONTENT: ReadonlySet<string> = new Set(FIELDS);

/** Returns the content of a ConfigMap or Secret of the plan; undefined for any other object. */
export function configOf(
  {desired, identity}: Target,
  {unknown}: Pick<ResolvedObject, 'unknown'>,
): PlannedObject['config'] {
  if (identity.group !== '' || (identity.kind !== 'ConfigMap' && identity.kind !== 'Secret')) return undefined;
  return {object: desired, isUnknown: unknown.some(([field]) => typeof field === 'string' && CONTENT.has(field))};
}
