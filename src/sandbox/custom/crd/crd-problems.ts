import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {dnsLabel1035, dnsSubdomain} from '../../kinds/formats.ts';
import {nameOf} from '../../model/metadata.ts';
import {list, part, text, texts} from '../../model/part.ts';
import {at, child, choiceOf, forbidden, invalid, required} from '../../model/problem.ts';
import type {Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {approvalProblems} from './approval.ts';
import {isTrue} from './conditions.ts';
import {goVersion} from './go-dump.ts';
import {
  columnProblems,
  deprecationProblems,
  schemaProblems,
  scopeProblems,
  selectableProblems,
  subresourceProblems,
  type VersionParts,
} from './version-problems.ts';

/** Validates a CRD (`ValidateCustomResourceDefinition` and its update). */
export function crdProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return nameProblems(acceptedOf(object), 'status.acceptedNames');
  return [
    ...(before === undefined ? ownNameProblems(object) : []),
    ...specProblems(part(object['spec'])),
    ...(before === undefined ? [] : changeProblems(object, before)),
    ...nameProblems(acceptedOf(object), 'status.acceptedNames'),
    ...storedProblems(object),
    ...approvalProblems(object, before),
    ...(part(object['spec'])['preserveUnknownFields'] === true
      ? [
          invalid(
            'spec.preserveUnknownFields',
            true,
            'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
          ),
        ]
      : []),
  ];
}

const acceptedOf = (crd: JsonObject): JsonObject => part(part(crd['status'])['acceptedNames']);

function ownNameProblems(crd: JsonObject): readonly Problem[] {
  const {group, names} = part(crd['spec']);
  const name = nameOf(crd);
  const wanted = `${text(part(names)['plural'])}.${text(group)}`;
  return name === wanted ? [] : [invalid('metadata.name', name, 'must be spec.names.plural+"."+spec.group')];
}

function specProblems(spec: JsonObject): readonly Problem[] {
  const versions = list(spec['versions']).map(part);
  const common = commonOf(versions);
  const parts = versions.map((version, i): VersionParts => ({version, paths: pathsOf(i, common)}));
  const [first] = parts;
  // Fields that all versions share are checked once, and last.
  const shared = (name: string, check: (one: VersionParts) => readonly Problem[]): readonly Problem[] =>
    first !== undefined && common.has(name) ? check(first) : [];
  return [
    ...groupProblems(text(spec['group'])),
    ...scopeProblems(text(spec['scope'])),
    ...versions.flatMap((version, i) =>
      isObject(part(version['schema'])['openAPIV3Schema'])
        ? []
        : [required(`spec.versions[${i}].schema.openAPIV3Schema`)],
    ),
    ...parts.flatMap((one, i) => versionProblems(one, `spec.versions[${i}]`, common)),
    ...versionsProblems(versions, spec['versions'], common),
    ...requiredNames(part(spec['names'])),
    ...nameProblems(part(spec['names']), 'spec.names'),
    ...shared('schema', schemaProblems),
    ...shared('subresources', subresourceProblems),
    ...shared('additionalPrinterColumns', columnProblems),
    ...shared('selectableFields', selectableProblems),
    ...conversionProblems(spec['conversion']),
  ];
}

function groupProblems(group: string): readonly Problem[] {
  if (group === '') return [required('spec.group')];
  const complaints = dnsSubdomain(group);
  if (complaints.length > 0) return [invalid('spec.group', group, complaints.join(','))];
  return group.includes('.') ? [] : [invalid('spec.group', group, 'should be a domain with at least one dot')];
}

const SHARED = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;

/** Returns the fields that are equal in all versions. The server stores and names them once, at the top level. */
function commonOf(versions: readonly JsonObject[]): ReadonlySet<string> {
  const [first, ...others] = versions;
  if (first === undefined) return new Set();
  return new Set(SHARED.filter((name) => others.every((one) => deepEqual(one[name] ?? null, first[name] ?? null))));
}

const TOP: Readonly<Record<(typeof SHARED)[number], string>> = {
  schema: 'spec.validation',
  subresources: 'spec.subresources',
  additionalPrinterColumns: 'spec.additionalPrinterColumns',
  selectableFields: 'spec.selectableFields',
};

function pathsOf(i: number, common: ReadonlySet<string>): VersionParts['paths'] {
  const path = (name: (typeof SHARED)[number]): string =>
    common.has(name) ? TOP[name] : `spec.versions[${i}].${name}`;
  return {
    schema: path('schema'),
    subresources: path('subresources'),
    additionalPrinterColumns: path('additionalPrinterColumns'),
    selectableFields: path('selectableFields'),
  };
}

function versionProblems(one: VersionParts, path: string, common: ReadonlySet<string>): readonly Problem[] {
  const {version} = one;
  const name = text(version['name']);
  const complaints = dnsLabel1035(name);
  return [
    ...(complaints.length === 0 ? [] : [invalid(child(path, 'name'), name, complaints.join(','))]),
    ...deprecationProblems(version, path),
    ...(common.has('schema') ? [] : schemaProblems(one)),
    ...(common.has('subresources') ? [] : subresourceProblems(one)),
    ...(common.has('additionalPrinterColumns') ? [] : columnProblems(one)),
    ...(common.has('selectableFields') ? [] : selectableProblems(one)),
  ];
}

function versionsProblems(
  versions: readonly JsonObject[],
  given: Json | undefined,
  common: ReadonlySet<string>,
): readonly Problem[] {
  const shown = given === undefined ? null : versions.map((one) => goVersion(one, common));
  const names = versions.map((one) => text(one['name']));
  const storages = versions.filter((one) => one['storage'] === true).length;
  const [first = ''] = names;
  const complaints = first === '' ? [] : dnsLabel1035(first);
  return [
    ...(new Set(names).size === names.length
      ? []
      : [invalid('spec.versions', shown, 'must contain unique version names')]),
    ...(storages === 1
      ? []
      : [invalid('spec.versions', shown, 'must have exactly one version marked as storage version')]),
    ...(complaints.length === 0 ? [] : [invalid('spec.version', first, complaints.join(','))]),
  ];
}

const requiredNames = (names: JsonObject): readonly Problem[] =>
  ['plural', 'singular', 'kind', 'listKind']
    .filter((name) => text(names[name]) === '')
    .map((name) => required(`spec.names.${name}`));

const MIXED = 'may have mixed case, but should otherwise match: ';

function nameProblems(names: JsonObject, path: string): readonly Problem[] {
  const label = (value: string, field: string, mixed = false): readonly Problem[] => {
    const complaints = value === '' ? [] : dnsLabel1035(mixed ? value.toLowerCase() : value);
    return complaints.length === 0
      ? []
      : [invalid(child(path, field), value, `${mixed ? MIXED : ''}${complaints.join(',')}`)];
  };
  const [kind, listKind] = [text(names['kind']), text(names['listKind'])];
  return [
    ...label(text(names['plural']), 'plural'),
    ...label(text(names['singular']), 'singular'),
    ...label(kind, 'kind', true),
    ...label(listKind, 'listKind', true),
    ...texts(names['shortNames']).flatMap((one, i) => label(one, at('shortNames', i))),
    ...(kind !== '' && kind === listKind
      ? [invalid(child(path, 'listKind'), listKind, 'kind and listKind may not be the same')]
      : []),
    ...texts(names['categories']).flatMap((one, i) => label(one, at('categories', i))),
  ];
}

function conversionProblems(value: Json | undefined): readonly Problem[] {
  if (!isObject(value)) return [];
  const strategy = text(value['strategy']);
  const webhook = part(value['webhook']);
  const config = webhook['clientConfig'];
  const reviews = texts(webhook['conversionReviewVersions']);
  const path = 'spec.conversion';
  const known = ['None', 'Webhook'];
  const wrong =
    strategy === '' ? [required(child(path, 'strategy'))] : choiceOf(child(path, 'strategy'), strategy, known);
  if (strategy === 'Webhook') return [...clientProblems(config, path), ...reviewProblems(reviews, path)];
  const detail = 'should not be set when strategy is not set to Webhook';
  return [
    ...wrong,
    ...(config === undefined ? [] : [forbidden(child(path, 'webhookClientConfig'), detail)]),
    ...(reviews.length === 0 ? [] : [forbidden(child(path, 'conversionReviewVersions'), detail)]),
  ];
}

function clientProblems(config: Json | undefined, path: string): readonly Problem[] {
  const field = child(path, 'webhookClientConfig');
  if (!isObject(config)) return [required(field, 'required when strategy is set to Webhook')];
  const both = (config['url'] === undefined) === (config['service'] === undefined);
  return both ? [required(field, 'exactly one of url or service is required')] : [];
}

function reviewProblems(versions: readonly string[], path: string): readonly Problem[] {
  const field = child(path, 'conversionReviewVersions');
  if (versions.length === 0) return [required(field)];
  const known = versions.includes('v1') || versions.includes('v1beta1');
  return known ? [] : [invalid(field, versions, 'must include at least one of v1, v1beta1')];
}

const same = (value: Json | undefined, earlier: Json | undefined, field: string): readonly Problem[] =>
  value === earlier ? [] : [invalid(field, value ?? '', 'field is immutable')];

function changeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [spec, old] = [part(object['spec']), part(before['spec'])];
  const [names, oldNames] = [part(spec['names']), part(old['names'])];
  return [
    ...(isTrue(before, 'Established')
      ? [
          ...same(spec['scope'], old['scope'], 'spec.scope'),
          ...same(names['kind'], oldNames['kind'], 'spec.names.kind'),
        ]
      : []),
    ...same(spec['group'], old['group'], 'spec.group'),
    ...same(names['plural'], oldNames['plural'], 'spec.names.plural'),
  ];
}

function storedProblems(crd: JsonObject): readonly Problem[] {
  const field = 'status.storedVersions';
  const stored = texts(part(crd['status'])['storedVersions']);
  if (stored.length === 0) return [invalid(field, null, 'must have at least one stored version')];
  const versions = list(part(crd['spec'])['versions']).map(part);
  const names = versions.map((one) => text(one['name']));
  return [
    ...versions
      .filter((one) => one['storage'] === true && !stored.includes(text(one['name'])))
      .map((one) => invalid(field, stored, `must have the storage version ${text(one['name'])}`)),
    ...stored.flatMap((name, i) =>
      names.includes(name)
        ? []
        : [
            invalid(
              at(field, i),
              name,
              `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`,
            ),
          ],
    ),
  ];
}
