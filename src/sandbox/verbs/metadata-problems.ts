import type {JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {dnsLabel, dnsLabel1035, dnsSubdomain, pathSegment, qualifiedName} from '../kinds/formats.ts';
import {annotationsProblems, labelsProblems} from '../kinds/workloads/labels.ts';
import {finalizersOf, isBeingDeleted, metadataOf} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {forbidden, invalid, required} from '../model/problem.ts';
import type {KindRules} from '../model/rules.ts';
import type {Problem} from '../model/status.ts';

type Names = NonNullable<KindRules['names']> | 'segment';

type Rules = {readonly namespaced: boolean; readonly names: Names; readonly isCustom?: boolean};

/** Checks the metadata of a new object (apimachinery's `ValidateObjectMeta`). */
export function metadataProblems(object: JsonObject, {namespaced, names, isCustom = false}: Rules): readonly Problem[] {
  const metadata = metadataOf(object);
  const [name, generateName] = [text(metadata['name']), text(metadata['generateName'])];
  const generated = generateName === '' ? [] : NAME_RULES[names](generateName.replace(/(?<!-)-+$/, ''));
  return [
    ...generated.map((message) => invalid('metadata.generateName', generateName, message)),
    ...(name === ''
      ? [required('metadata.name', 'name or generateName is required')]
      : NAME_RULES[names](name).map((message) => invalid('metadata.name', name, message))),
    ...(namespaced || metadata['namespace'] === undefined
      ? []
      : [forbidden('metadata.namespace', 'not allowed on this type')]),
    ...labelsProblems(part(metadata['labels']), 'metadata.labels'),
    ...annotationsProblems(part(metadata['annotations']), 'metadata.annotations'),
    ...ownerProblems(list(metadata['ownerReferences']).map(part)),
    ...finalizerProblems(finalizersOf(object)),
    ...(isCustom ? [] : plainFinalizerProblems(finalizersOf(object))),
  ];
}

/** Checks changes of the metadata (`ValidateObjectMetaUpdate`). */
export function metadataUpdateProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [metadata, old] = [metadataOf(object), metadataOf(before)];
  const added = finalizersOf(object).filter((one) => !finalizersOf(before).includes(one));
  const goList = `[]string{${added
    .toSorted()
    .map((one) => JSON.stringify(one))
    .join(', ')}}`;
  return [
    ...(isBeingDeleted(before) && added.length > 0
      ? [
          forbidden(
            'metadata.finalizers',
            `no new finalizers can be added if the object is being deleted, found new finalizers ${goList}`,
          ),
        ]
      : []),
    ...['name', 'namespace', 'uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'].flatMap(
      (field) =>
        deepEqual(metadata[field] ?? null, old[field] ?? null)
          ? []
          : [invalid(`metadata.${field}`, metadata[field] ?? null, 'field is immutable')],
    ),
    ...labelsProblems(part(metadata['labels']), 'metadata.labels'),
    ...annotationsProblems(part(metadata['annotations']), 'metadata.annotations'),
    ...ownerProblems(list(metadata['ownerReferences']).map(part)),
  ];
}

const NAME_RULES: Readonly<Record<Names, (name: string) => readonly string[]>> = {
  segment: pathSegment,
  'path-segment': pathSegment,
  label: dnsLabel,
  label1035: dnsLabel1035,
  subdomain: dnsSubdomain,
};

function ownerProblems(owners: readonly JsonObject[]): readonly Problem[] {
  return owners.flatMap((owner, i) => {
    const at = `metadata.ownerReferences`;
    return [
      ...(text(owner['apiVersion']) === '' ? [invalid(`${at}.apiVersion`, '', 'version must not be empty')] : []),
      ...['kind', 'name', 'uid'].flatMap((field) =>
        text(owner[field]) === '' ? [invalid(`${at}.${field}`, '', 'must not be empty')] : [],
      ),
      ...(owner['controller'] === true ? secondController(owners, i, at) : []),
    ];
  });
}

function secondController(owners: readonly JsonObject[], i: number, at: string): readonly Problem[] {
  const first = owners.findIndex((owner) => owner['controller'] === true);
  if (first === i) return [];
  const shown = (n: number): string => `${text(owners[n]?.['kind'])}/${text(owners[n]?.['name'])}`;
  return [
    invalid(
      at,
      owners,
      `Only one reference can have Controller set to true. Found "true" in references for ${shown(first)} and ${shown(i)}`,
    ),
  ];
}

const finalizerProblems = (finalizers: readonly string[]): readonly Problem[] =>
  finalizers.flatMap((one) => qualifiedName(one).map((message) => invalid('metadata.finalizers', one, message)));

const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

/** Checks finalizers without a domain. In built-in kinds, only those of Kubernetes are valid. */
const plainFinalizerProblems = (finalizers: readonly string[]): readonly Problem[] =>
  finalizers.flatMap((one, i) =>
    one.includes('/') || STANDARD_FINALIZERS.has(one)
      ? []
      : [
          invalid(
            `metadata.finalizers[${i}]`,
            one,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  );
