import type {JsonObject} from '../../core/json.ts';
import {isBeingDeleted, nameOf} from '../model/metadata.ts';
import {part, text} from '../model/part.ts';
import {invalid} from '../model/problem.ts';
import {forbidden} from '../model/refusals.ts';
import type {KindRules, Write} from '../model/rules.ts';
import type {Problem} from '../model/status.ts';
import {applyDefaults} from './apply-defaults.ts';
import {hasRules, ruleFindings} from './cel/rule-problems.ts';
import {finalizerWarnings} from './finalizer-warnings.ts';
import {schemaOfVersion} from './schema-part.ts';
import {embeddedProblems} from './value/embedded-problems.ts';
import {listProblems} from './value/list-problems.ts';
import {specScaleProblems, statusScaleProblems} from './value/scale-problems.ts';
import {valueProblems} from './value/value-problems.ts';

/** Returns the rules for the objects of one version of a CRD. */
export function customRules(crd: JsonObject, version: JsonObject): KindRules {
  const schema = schemaOfVersion(version);
  const hasStatus = part(version['subresources'])['status'] !== undefined;
  return {
    defaults: (object) => applyDefaults(object, schema),
    prepare: (write) => (isBeingDeleted(crd) ? refuseNew(write, crd) : write.object),
    validate: (write) => customProblems(write, crd, version),
    warnings: ({object, before}) => [
      ...finalizerWarnings(object, before),
      ...ruleFindings(object, before, schema).warnings,
    ],
    generation: true,
    generationOf: hasStatus ? withoutStatus : withoutMetadata,
    unconditionalUpdate: false,
  };
}

function refuseNew({object, before}: Write, crd: JsonObject): JsonObject {
  if (before !== undefined) return object;
  const {group, names} = part(crd['spec']);
  const plural = text(part(names)['plural']);
  const why = 'create not allowed while custom resource definition is terminating';
  throw forbidden({group: text(group), plural}, nameOf(object), why);
}

const withoutMetadata = ({metadata: _, ...rest}: JsonObject): JsonObject => rest;
const withoutStatus = ({metadata: _, status: _status, ...rest}: JsonObject): JsonObject => rest;

function customProblems(write: Write, crd: JsonObject, version: JsonObject): readonly Problem[] {
  const wrongType = typeProblems(write.object, crd, version);
  if (wrongType.length > 0) return wrongType;
  const problems = write.subresource === 'status' ? ofStatus(write, version) : ofObject(write, version);
  const {object, before} = write;
  const schema = schemaOfVersion(version);
  const lists = before === undefined || listProblems(before, schema).length === 0 ? listProblems(object, schema) : [];
  const embedded = write.subresource === 'status' ? [] : embeddedProblems(object, schema);
  const all = [...problems, ...embedded, ...lists];
  if (!hasRules(schema)) return all;
  return all.some(blocks) ? [...all, unchecked()] : [...all, ...ruleFindings(object, before, schema).problems];
}

function typeProblems(object: JsonObject, crd: JsonObject, version: JsonObject): readonly Problem[] {
  const spec = part(crd['spec']);
  const kind = text(part(spec['names'])['kind']);
  const apiVersion = `${text(spec['group'])}/${text(version['name'])}`;
  return [
    ...(object['kind'] === kind ? [] : [invalid('kind', text(object['kind']), `must be ${kind}`)]),
    ...(object['apiVersion'] === apiVersion
      ? []
      : [invalid('apiVersion', text(object['apiVersion']), `must be ${apiVersion}`)]),
  ];
}

const ofObject = ({object, before}: Write, version: JsonObject): readonly Problem[] => [
  ...valueProblems({value: object, before}, schemaOfVersion(version)),
  ...specScaleProblems(object, version),
  ...statusScaleProblems(object, version),
];

function ofStatus({object, before}: Write, version: JsonObject): readonly Problem[] {
  const schema = part(part(schemaOfVersion(version)['properties'])['status']);
  const {status} = object;
  return [
    ...(status === undefined ? [] : valueProblems({value: status, before: before?.['status']}, schema, 'status')),
    ...statusScaleProblems(object, version),
  ];
}

const BLOCKING: ReadonlySet<Problem['reason']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** Reports whether a problem prevents CEL rules from being evaluated, because they rely on the types of values. */
const blocks = ({reason}: Problem): boolean => BLOCKING.has(reason);

const unchecked = (): Problem =>
  invalid(
    '<nil>',
    null,
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  );
