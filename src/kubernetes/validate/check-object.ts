import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {once} from '../../lib/once.ts';
import {customSchema} from '../fields/custom-schema.ts';
import type {Schema} from '../fields/schema.ts';
import type {CustomKind} from '../types/custom-kinds.ts';
import {findKind, type KnownKinds} from './find-kind.ts';
import type {Finding} from './finding.ts';
import {objectRules} from './object-rules.ts';
import {builtInFindings, customFindings} from './schema-findings.ts';

/** The findings about one object. `isKnown` is false for a kind that a CRD in the cluster may define. */
export type CheckedObject = {readonly findings: readonly Finding[]; readonly isKnown: boolean};

/** Returns a function that checks objects by the schemas and the rules of one version of Kubernetes. */
export function objectCheck(kinds: KnownKinds): (object: JsonObject) => CheckedObject {
  const {types} = kinds;
  const schemas = new Map<CustomKind, () => Schema>(
    kinds.custom.map((one) => [one, once(() => customSchema(one.openApiSchema, one, types.components()))]),
  );
  return (object) => {
    const found = findKind(object, kinds);
    if (found.kind === 'unknown') return {findings: [], isKnown: false};
    if (found.kind === 'wrong') return {findings: [found.finding], isKnown: true};
    if (found.kind === 'custom') {
      const schema = schemas.get(found.custom)?.();
      return {findings: schema === undefined ? [] : customFindings(object, found.custom, schema), isKnown: true};
    }
    const {kind} = identityOf(object);
    const schema = types.schemaOf(found.use, kind);
    const own = found.finding === undefined ? [] : [found.finding];
    const fields = schema === undefined ? [] : builtInFindings(object, {schema, apiVersion: found.use, kind}, kinds);
    const rules = found.finding === undefined ? objectRules(object) : [];
    return {findings: [...own, ...fields, ...rules], isKnown: true};
  };
}
