import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {list, part, text, texts} from '../../model/part.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import {beforeDelete} from './before-delete.ts';
import {definitionProblems} from './definition-problems.ts';
import {definitionWarnings} from './definition-warnings.ts';

/** Rules of CustomResourceDefinitions. */
export const DEFINITION_RULES: Readonly<Record<string, KindRules>> = {
  'CustomResourceDefinition.apiextensions.k8s.io': {
    defaults: withDefaults,
    prepare: withStoredVersion,
    validate: definitionProblems,
    warnings: ({object, before, subresource}) => (subresource === '' ? definitionWarnings(object, before) : []),
    beforeDelete,
    generation: true,
    unconditionalUpdate: false,
  },
};

function withDefaults(definition: JsonObject): JsonObject {
  const spec = part(definition['spec']);
  const names = part(spec['names']);
  const kind = text(names['kind']);
  return {
    ...definition,
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
