import type {JsonObject} from '../../core/json.ts';
import {idOf} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {podTemplateOf} from '../../kubernetes/graph/edges/pod-template.ts';
import {configReferences} from '../../kubernetes/restart/config-references.ts';
import {restartsOnChange} from '../../kubernetes/restart/restarting.ts';

const keyOf = (id: string): string => `configuration ${id}`;

/** Returns the key of a ConfigMap or Secret, as `usedConfigKeys` has it. */
export function ownConfigKeys(object: JsonObject): readonly string[] {
  const {group, kind} = identityOf(object);
  return group === '' && (kind === 'ConfigMap' || kind === 'Secret') ? [keyOf(idOf(identityOf(object)))] : [];
}

/** Returns the keys of the ConfigMaps and Secrets whose changes restart the pods of a workload. */
export function usedConfigKeys(object: JsonObject): readonly string[] {
  const {namespace} = identityOf(object);
  if (namespace === undefined || !restartsOnChange(object)) return [];
  return configReferences(podTemplateOf(object)?.spec ?? {}).map(({kind, name}) =>
    keyOf(idOf({apiVersion: 'v1', kind, namespace, name})),
  );
}
