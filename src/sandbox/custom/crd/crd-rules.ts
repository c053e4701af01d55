import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {list, part, text, texts} from '../../model/part.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import {beforeDelete} from './before-delete.ts';
import {crdProblems} from './crd-problems.ts';
import {crdWarnings} from './crd-warnings.ts';

/** Rules of CustomResourceDefinitions. */
export const CRD_RULES: Readonly<Record<string, KindRules>> = {
  'CustomResourceDefinition.apiextensions.k8s.io': {
    defaults: withDefaults,
    prepare: withStoredVersion,
    validate: crdProblems,
    warnings: ({object, before, subresource}) => (subresource === '' ? crdWarnings(object, before) : []),
    beforeDelete,
    generation: true,
    unconditionalUpdate: false,
  },
};

function withDefaults(crd: JsonObject): JsonObject {
  const spec = part(crd['spec']);
  const names = part(spec['names']);
  const kind = text(names['kind']);
  return {
    ...crd,
    spec: {
      ...spec,
      conversion: spec['conversion'] ?? {strategy: 'None'},
      names: {
        ...names,
        ...defined({
          singular: text(names['singular']) === '' ? kind.toLowerCase() : undefined,
          listKind: text(names['listKind']) === '' && kind !== '' ? `${kind}List` : undefined,
        }),
      },
    },
  };
}

/** Prepares a CRD: a new one starts without a status, and the storage version is recorded in `storedVersions`. */
function withStoredVersion({object, before, subresource}: Write): JsonObject {
  if (subresource !== '') return object;
  const status = before === undefined ? {} : part(object['status']);
  const storage = list(part(object['spec'])['versions'])
    .map(part)
    .find((one) => one['storage'] === true);
  const stored = texts(status['storedVersions']);
  const name = text(storage?.['name']);
  if (before !== undefined && (name === '' || stored.includes(name))) return object;
  const storedVersions = name === '' ? stored : [...stored, name];
  if (before !== undefined) return {...object, status: {...status, storedVersions}};
  return {...object, status: {conditions: null, acceptedNames: {plural: '', kind: ''}, storedVersions}};
}
