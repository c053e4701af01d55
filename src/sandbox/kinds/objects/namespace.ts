import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {nameOf} from '../../model/metadata.ts';
import {listAt, objectAt, partAt} from '../../model/part.ts';
import {invalids} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import {qualifiedName} from '../formats.ts';
import {asText, withDefaults} from './fields.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';

const defaults = (namespace: JsonObject): JsonObject => {
  const name = nameOf(namespace);
  const metadata = partAt(namespace, 'metadata');
  return {
    ...namespace,
    metadata: name === '' ? metadata : {...metadata, labels: {...objectAt(metadata, 'labels'), [NAME_LABEL]: name}},
    spec: partAt(namespace, 'spec'),
    status: withDefaults(partAt(namespace, 'status'), {phase: 'Active'}),
  };
};

/** Prepares a Namespace. Its finalizers can be changed only at `/finalize`; a new one has that of Kubernetes. */
function prepare({object, before, subresource}: Write): JsonObject {
  if (subresource !== '') return object;
  const {finalizers: asked = [], ...spec} = partAt(object, 'spec');
  if (before !== undefined) {
    const kept = objectAt(before, 'spec')?.['finalizers'];
    return {...object, spec: {...spec, ...defined({finalizers: kept})}};
  }
  const given = Array.isArray(asked) ? asked : [];
  const finalizers = given.includes('kubernetes') ? given : [...given, 'kubernetes'];
  return {...defaults(object), spec: {...spec, finalizers}, status: {phase: 'Active'}};
}

/** Rules of the Namespace. Its name is a DNS label, not a subdomain. */
export const NAMESPACE: KindRules = {
  names: 'label',
  defaults,
  prepare,
  validate: ({object}) =>
    listAt(object, 'spec', 'finalizers').flatMap((finalizer) =>
      invalids('spec.finalizers', finalizer, finalizerProblems(asText(finalizer))),
    ),
};

const STANDARD = ['kubernetes', 'orphan', 'foregroundDeletion'];

const finalizerProblems = (name: string): readonly string[] => [
  ...qualifiedName(name),
  ...(name.includes('/') || STANDARD.includes(name)
    ? []
    : ['name is neither a standard finalizer name nor is it fully qualified']),
];
