import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {list, part, text} from '../../model/part.ts';
import {compileRule, ruleOf} from '../cel/rule.ts';
import {schemaOfVersion} from '../schema-part.ts';
import {formatCheck} from '../value/formats.ts';

/** Returns warnings for new formats that the server does not check, and for new rules that the sandbox cannot evaluate. */
export function crdWarnings(crd: JsonObject, before: JsonObject | undefined): readonly string[] {
  const known = new Set(before === undefined ? [] : warningsOf(before));
  return [...new Set(warningsOf(crd))].filter((one) => !known.has(one));
}

const warningsOf = (crd: JsonObject): readonly string[] =>
  list(part(crd['spec'])['versions']).flatMap((version) => ofSchema(schemaOfVersion(part(version))));

function ofSchema(value: Json | undefined): readonly string[] {
  if (!isObject(value)) return [];
  const format = text(value['format']);
  const {properties, items, additionalProperties, not} = value;
  const inner = [
    ...Object.values(part(properties)),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((name) => list(value[name])),
    ...[items, additionalProperties, not].filter((one) => one !== undefined),
  ];
  return [
    ...(value['type'] === 'string' && format !== '' && formatCheck(format) === undefined
      ? [`unrecognized format ${JSON.stringify(format)}`]
      : []),
    ...list(value['x-kubernetes-validations']).flatMap(beyond),
    ...inner.flatMap(ofSchema),
  ];
}

function beyond(value: Json): readonly string[] {
  const {rule} = ruleOf(value);
  const compiled = compileRule(rule);
  if (compiled.is !== 'beyond') return [];
  return [`the sandbox cannot evaluate this rule and will not check it (${compiled.why}): ${rule.trim()}`];
}
