import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {choiceOf, forbidden, invalid, invalids, required, tooLong} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {qualifiedName} from '../formats.ts';
import {asText, withDefaults} from './fields.ts';
import {capacityWarnings, storageClassWarnings} from './object-warnings.ts';
import {protectedBy} from './volumes.ts';

const STORAGE_CLASS: KindRules = {
  warnings: storageClassWarnings,
  defaults: (object) => withDefaults(object, {reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate'}),
  validate: (write) => (write.before === undefined ? classProblems(write.object) : classChangeProblems(write)),
};

const MAX_PARAMETERS = 256 * 1024;

function parameterProblems(object: JsonObject, may: 'be empty' | 'not be empty'): readonly Problem[] {
  const parameters = Object.entries(partAt(object, 'parameters'));
  const size = parameters.reduce((sum, [key, value]) => sum + key.length + asText(value).length, 0);
  return [
    ...parameters.flatMap(([key]) => (key === '' ? [invalid('parameters', key, 'field can not be empty.')] : [])),
    ...(size > MAX_PARAMETERS ? [tooLong('parameters', MAX_PARAMETERS)] : []),
    ...(may === 'not be empty' && parameters.length === 0
      ? [required('parameters', 'must contain at least one key/value pair')]
      : []),
  ];
}

const provisionerProblems = (field: string, name: string): readonly Problem[] => {
  const lower = name.toLowerCase();
  return name === '' ? [required(field)] : invalids(field, lower, qualifiedName(lower));
};

function classProblems(object: JsonObject): readonly Problem[] {
  return [
    ...provisionerProblems('provisioner', textAt(object, 'provisioner')),
    ...parameterProblems(object, 'be empty'),
    ...oneOf(object, 'reclaimPolicy', ['Delete', 'Retain']),
    ...oneOf(object, 'volumeBindingMode', ['Immediate', 'WaitForFirstConsumer']),
  ];
}

const oneOf = (object: JsonObject, key: string, allowed: readonly string[]): readonly Problem[] =>
  choiceOf(key, textAt(object, key), allowed);

function classChangeProblems({object, before}: Write): readonly Problem[] {
  const same = (key: string): boolean => deepEqual(object[key] ?? null, before?.[key] ?? null);
  return [
    ...['parameters', 'provisioner', 'reclaimPolicy'].flatMap((key) =>
      same(key) ? [] : [forbidden(key, `updates to ${key} are forbidden.`)],
    ),
    ...(same('volumeBindingMode')
      ? []
      : [invalid('volumeBindingMode', object['volumeBindingMode'], 'field is immutable')]),
  ];
}

const DRIVER: KindRules = {
  unconditionalUpdate: false,
  defaults: (object) => {
    const spec = withDefaults(partAt(object, 'spec'), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
      seLinuxMount: false,
    });
    const modes = listAt(spec, 'volumeLifecycleModes');
    return {...object, spec: modes.length === 0 ? {...spec, volumeLifecycleModes: ['Persistent']} : spec};
  },
  validate: ({object, before}) =>
    before === undefined
      ? []
      : [
          ['attachRequired', 'attachedRequired'],
          ['volumeLifecycleModes', 'volumeLifecycleModes'],
        ].flatMap(([key = '', shown = '']) => {
          const [now, old] = [objectAt(object, 'spec')?.[key], objectAt(before, 'spec')?.[key]];
          return deepEqual(now, old) ? [] : [invalid(`spec.${shown}`, now, 'field is immutable')];
        }),
};

const NODE: KindRules = {
  unconditionalUpdate: false,
  defaults: (object) => {
    const spec = partAt(object, 'spec');
    return {...object, spec: {...spec, drivers: listAt(spec, 'drivers').length === 0 ? null : listAt(spec, 'drivers')}};
  },
};

const ATTACHMENT: KindRules = {
  unconditionalUpdate: false,
  defaults: (object) => ({...object, status: {attached: false, ...objectAt(object, 'status')}}),
  prepare: ({object, before}) => (before === undefined ? {...object, status: {attached: false}} : object),
  validate: ({object, before}) => {
    const same = before === undefined || deepEqual(objectAt(object, 'spec'), objectAt(before, 'spec'));
    return same ? [] : [invalid('spec', goAttachment(partAt(object, 'spec')), 'field is immutable')];
  },
};

/** Returns a spec as Go prints its internal type. */
const goAttachment = (spec: JsonObject): JsonObject => ({
  Attacher: textAt(spec, 'attacher'),
  Source: {
    PersistentVolumeName: objectAt(spec, 'source')?.['persistentVolumeName'] ?? null,
    InlineVolumeSpec: objectAt(spec, 'source')?.['inlineVolumeSpec'] ?? null,
  },
  NodeName: textAt(spec, 'nodeName'),
});

const ATTRIBUTES_CLASS: KindRules = {
  prepare: ({object, before}) => (before === undefined ? protectedBy(object, 'kubernetes.io/vac-protection') : object),
  validate: ({object, before}) =>
    before === undefined
      ? [
          ...provisionerProblems('driverName', textAt(object, 'driverName')),
          ...parameterProblems(object, 'not be empty'),
        ]
      : [
          ...(textAt(object, 'driverName') === textAt(before, 'driverName')
            ? []
            : [forbidden('driverName', 'updates to driverName are forbidden.')]),
          ...(deepEqual(object['parameters'], before['parameters'])
            ? []
            : [forbidden('parameters', 'updates to parameters are forbidden.')]),
        ],
};

/** Rules of storage.k8s.io, by `KIND.GROUP`. */
export const STORAGE: Readonly<Record<string, KindRules>> = {
  'StorageClass.storage.k8s.io': STORAGE_CLASS,
  'CSIDriver.storage.k8s.io': DRIVER,
  'CSINode.storage.k8s.io': NODE,
  'CSIStorageCapacity.storage.k8s.io': {unconditionalUpdate: false, warnings: capacityWarnings},
  'VolumeAttachment.storage.k8s.io': ATTACHMENT,
  'VolumeAttributesClass.storage.k8s.io': ATTRIBUTES_CLASS,
};
