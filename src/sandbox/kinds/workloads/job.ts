import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {nameOf, uidOf} from '../../model/metadata.ts';
import {numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, invalid, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel} from '../formats.ts';
import {entriesOf, withField} from '../objects/fields.ts';
import {jobSpecProblems} from './check-job-spec.ts';
import {fresh} from './fresh.ts';
import {inOrder, internalJson} from './internal-json.ts';
import {jobSpecDefaults} from './job-defaults.ts';
import {meaningOf, selectorProblems} from './labels.ts';
import {has} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {immutable, labelsOf, matchProblems, selectorOf, statusProblems, templateOf} from './replicated.ts';

/** Rules of the Job. A DELETE without options orphans its pods, like in the real server, for legacy reasons. */
export const JOB: KindRules = {
  defaults: jobDefaults,
  prepare: prepareJob,
  validate: jobProblems,
  generation: true,
  defaultPropagation: 'Orphan',
};

function jobDefaults(object: JsonObject): JsonObject {
  const metadata = partAt(object, 'metadata');
  const template = templateDefaults(templateOf(object));
  const labels = labelsOf(template);
  const hasOwn = Object.keys(partAt(metadata, 'labels')).length > 0;
  return {
    ...object,
    metadata: labels === undefined || hasOwn ? metadata : {...metadata, labels},
    spec: {...jobSpecDefaults(partAt(object, 'spec')), template},
  };
}

const UID_LABELS = ['controller-uid', 'batch.kubernetes.io/controller-uid'];
const NAME_LABELS = ['job-name', 'batch.kubernetes.io/job-name'];

/** Prepares a new Job: unless it has a manual selector, it selects Pods by its own uid. */
function prepareJob(write: Write): JsonObject {
  const {object, before} = write;
  if (before !== undefined) return object;
  const isManual = objectAt(object, 'spec')?.['manualSelector'] === true;
  return fresh({before, object: isManual ? object : withSelector(object)}, {});
}

function withSelector(object: JsonObject): JsonObject {
  const [uid, name] = [uidOf(object), nameOf(object)];
  const template = templateOf(object);
  const own = labelsOf(template);
  const labels = {
    ...Object.fromEntries([...NAME_LABELS.map((key) => [key, name]), ...UID_LABELS.map((key) => [key, uid])]),
    ...own,
  };
  const selector = selectorOf(object) ?? {};
  const matchLabels = {'batch.kubernetes.io/controller-uid': uid, ...objectAt(selector, 'matchLabels')};
  const metadata = partAt(object, 'metadata');
  // Labels that were taken from the template are the same map as the template's, so they get the new ones as well.
  const known = objectAt(metadata, 'labels');
  const isShared = known === undefined || known === own || Object.keys(known).length === 0;
  return {
    ...object,
    metadata: isShared ? {...metadata, labels} : metadata,
    spec: {
      ...objectAt(object, 'spec'),
      selector: {...selector, matchLabels},
      template: {...template, metadata: {...objectAt(template, 'metadata'), labels}},
    },
  };
}

function jobProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') {
    return statusProblems(object, ['active', 'succeeded', 'failed', 'ready', 'terminating']);
  }
  const problems = [...generatedProblems(object), ...specProblems(object), ...hostnameProblems(object)];
  return before === undefined ? problems : [...problems, ...specProblems(object), ...changeProblems(object, before)];
}

function specProblems(object: JsonObject): readonly Problem[] {
  const selector = selectorOf(object);
  return [
    ...jobSpecProblems(partAt(object, 'spec'), 'spec'),
    ...(selector === undefined ? [required('spec.selector')] : selectorProblems(selector, 'spec.selector')),
    ...matchProblems(object),
  ];
}

/** Checks the labels that the server generates against their expected values. */
function generatedProblems(object: JsonObject): readonly Problem[] {
  const selector = selectorOf(object);
  if (objectAt(object, 'spec')?.['manualSelector'] === true || selector === undefined) return [];
  const [uid, name] = [uidOf(object), nameOf(object)];
  const labels = labelsOf(templateOf(object));
  const expected: readonly (readonly [string, string])[] = [
    ['controller-uid', uid],
    ['job-name', name],
    ['batch.kubernetes.io/controller-uid', uid],
    ['batch.kubernetes.io/job-name', name],
  ];
  const selects = meaningOf(selector);
  return [
    ...expected.flatMap(([key, value]) => labelProblems(labels, key, value)),
    ...(selects === undefined || selects(Object.fromEntries(expected))
      ? []
      : [invalid('spec.selector', inOrder(selector), '`selector` not auto-generated')]),
  ];
}

function labelProblems(labels: JsonObject | undefined, key: string, value: string): readonly Problem[] {
  const path = at('spec.template.metadata.labels', key);
  if (labels?.[key] === undefined) return [required(path, `must be '${value}'`)];
  return labels[key] === value ? [] : [invalid(path, inOrder(labels), `must be '${value}'`)];
}

/** Checks that the host name of indexed Pods, which includes the index, fits the length limit. */
function hostnameProblems(object: JsonObject): readonly Problem[] {
  const spec = objectAt(object, 'spec');
  const completions = numberAt(spec, 'completions');
  const name = nameOf(object);
  const longest = `${name}-${completions - 1}`;
  return textAt(spec, 'completionMode') === 'Indexed' && completions > 0 && dnsLabel(longest).length > 0
    ? [invalid('metadata.name', name, `will not able to create pod with invalid DNS label: ${longest}`)]
    : [];
}

const FIXED = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'];

function changeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  return [
    ...completionsProblems(object, before),
    ...immutable(object, before, 'selector'),
    ...templateProblems(object, before),
    ...FIXED.flatMap((key) => immutable(object, before, key).map((problem) => shownInternally(problem, object, key))),
  ];
}

const INTERNAL: Readonly<Record<string, string>> = {
  podFailurePolicy: 'PodFailurePolicy',
  successPolicy: 'SuccessPolicy',
};

function shownInternally(problem: Problem, object: JsonObject, key: string): Problem {
  const [type, value] = [INTERNAL[key], objectAt(object, 'spec', key)];
  return type === undefined || value === undefined
    ? problem
    : invalid(child('spec', key), internalJson(type, value), 'field is immutable');
}

/** Checks completions, which only an indexed Job may change, together with its parallelism. */
function completionsProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [next, old] = [objectAt(object, 'spec'), objectAt(before, 'spec')];
  if (textAt(next, 'completionMode') !== 'Indexed') return immutable(object, before, 'completions');
  const wanted = next?.['completions'];
  if (wanted === old?.['completions'] || wanted === undefined || wanted === next?.['parallelism']) return [];
  return [invalid('spec.completions', wanted, 'can only be modified in tandem with spec.parallelism')];
}

/** Checks the template. Its scheduling directives may change until the first Pods were created. */
function templateProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const suspended = objectAt(before, 'spec')?.['suspend'] === true;
  const mayMove = suspended && !has(objectAt(before, 'status'), 'startTime');
  const [next, old] = [
    templateOf(object),
    mayMove ? moved(templateOf(before), templateOf(object)) : templateOf(before),
  ];
  return deepEqual(next, old) ? [] : [invalid('spec.template', inOrderOfTemplate(next), 'field is immutable')];
}

function inOrderOfTemplate(template: JsonObject): Json {
  const {metadata, ...rest} = internalJson('PodTemplateSpec', template);
  return {...defined({metadata}), ...rest};
}

/** Returns the old template with the new values of its mutable fields. */
function moved(old: JsonObject, next: JsonObject): JsonObject {
  const [spec, wanted] = [partAt(old, 'spec'), partAt(next, 'spec')];
  const metadata = ['labels', 'annotations'].reduce(
    (changed, key) => withField(changed, key, objectAt(next, 'metadata')?.[key]),
    partAt(old, 'metadata'),
  );
  const free = ['nodeSelector', 'tolerations', 'schedulingGates'].reduce(
    (changed, key) => withField(changed, key, wanted[key]),
    spec,
  );
  return {...old, metadata, spec: withField(free, 'affinity', movedAffinity(spec, wanted))};
}

function movedAffinity(old: JsonObject, next: JsonObject): JsonObject | undefined {
  const [known, wanted] = [objectAt(old, 'affinity'), objectAt(next, 'affinity')];
  if (known === undefined && wanted === undefined) return undefined;
  const merged = withField(known ?? {}, 'nodeAffinity', wanted?.['nodeAffinity']);
  return entriesOf(merged).length === 0 && wanted === undefined ? undefined : merged;
}
