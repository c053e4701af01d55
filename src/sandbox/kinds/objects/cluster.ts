import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {nameOf} from '../../model/metadata.ts';
import {numberAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid, invalids} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import {dnsLabel} from '../formats.ts';
import {changeAt, withDefaults} from './fields.ts';
import {NODE} from './node.ts';
import {accountWarnings, runtimeClassWarnings} from './object-warnings.ts';
import {PRIORITY_CLASS} from './priority-class.ts';
import {priorityLevelProblems} from './priority-level-problems.ts';

/** Rules of the ServiceAccount. Of its references to Secrets, only the names are kept. */
const SERVICE_ACCOUNT: KindRules = {
  warnings: accountWarnings,
  prepare: ({object}) => changeAt(object, ['secrets', '*'], (secret) => ({name: textAt(secret, 'name')})),
};

const RUNTIME_CLASS: KindRules = {
  warnings: runtimeClassWarnings,
  createsOnUpdate: true,
  unconditionalUpdate: false,
  validate: ({object, before}) => {
    const handler = textAt(object, 'handler');
    if (before === undefined) return invalids('handler', handler, dnsLabel(handler));
    return handler === textAt(before, 'handler') ? [] : [invalid('handler', handler, 'field is immutable')];
  },
};

const LEASE: KindRules = {
  createsOnUpdate: true,
  unconditionalUpdate: false,
  defaults: (object) => ({...object, spec: partAt(object, 'spec')}),
  validate: ({object}) => {
    const spec = partAt(object, 'spec');
    const [seconds, transitions] = [spec['leaseDurationSeconds'], spec['leaseTransitions']];
    const holder = textAt(spec, 'preferredHolder') !== '' && textAt(spec, 'strategy') === '';
    return [
      ...(typeof seconds === 'number' && seconds <= 0
        ? [invalid('spec.leaseDurationSeconds', seconds, 'must be greater than 0')]
        : []),
      ...(typeof transitions === 'number' && transitions < 0
        ? [invalid('spec.leaseTransitions', transitions, 'must be greater than or equal to 0')]
        : []),
      ...(holder ? [forbidden('spec.preferredHolder', 'may only be specified if `strategy` is defined')] : []),
    ];
  },
};

/** Returns rules for structs that Go writes even if they are empty. */
const hollow = (...keys: readonly string[]): KindRules => ({
  defaults: (object) => filled(object, keys),
  prepare: ({object, before, subresource}) =>
    before === undefined && subresource === '' && keys.includes('status') ? {...object, status: {}} : object,
});

const filled = (object: JsonObject, keys: readonly string[]): JsonObject => ({
  ...object,
  ...Object.fromEntries(keys.map((key) => [key, partAt(object, key)])),
});

const SIGNING_REQUEST: KindRules = {
  validate: ({object}) => {
    const request = textAt(object, 'spec', 'request');
    const isPem = Buffer.from(request, 'base64').includes('-----BEGIN CERTIFICATE REQUEST-----');
    return isPem ? [] : [invalid('spec.request', request, 'PEM block type must be CERTIFICATE REQUEST')];
  },
  ...hollow('spec', 'status'),
  prepare: ({object, before, subresource}) => {
    if (before === undefined) {
      const {uid: _uid, extra: _extra, ...spec} = partAt(object, 'spec');
      const usages = spec['usages'] ?? ['digital signature', 'key encipherment'];
      const groups = ['system:masters', 'system:authenticated'];
      return {...object, spec: {...spec, usages, username: 'admin', groups}, status: {}};
    }
    return subresource === '' ? {...object, spec: before['spec'] ?? {}} : object;
  },
};

const FLOW_SCHEMA: KindRules = {
  generation: true,
  ...hollow('spec', 'status'),
  defaults: (object) =>
    changeAt(filled(object, ['spec', 'status']), ['spec'], (spec) =>
      numberAt(spec, 'matchingPrecedence') === 0 ? {...spec, matchingPrecedence: 1000} : spec,
    ),
};

const PRIORITY_LEVEL: KindRules = {
  generation: true,
  ...hollow('spec', 'status'),
  validate: priorityLevelProblems,
  defaults: (object) => {
    const whole = filled(object, ['spec', 'status']);
    const exempt = changeAt(whole, ['spec', 'exempt'], (one) =>
      withDefaults(one, {nominalConcurrencyShares: 0, lendablePercent: 0}),
    );
    const limited = changeAt(exempt, ['spec', 'limited'], (one) =>
      withDefaults(one, {nominalConcurrencyShares: 30, lendablePercent: 0, limitResponse: {type: ''}}),
    );
    return changeAt(limited, ['spec', 'limited', 'limitResponse', 'queuing'], (queuing) => ({
      ...queuing,
      ...Object.fromEntries(
        Object.entries({queues: 64, handSize: 8, queueLengthLimit: 50}).filter(([key]) => numberAt(queuing, key) === 0),
      ),
    }));
  },
};

const API_SERVICE: KindRules = {
  defaults: (object) =>
    changeAt(filled(object, ['spec', 'status']), ['spec', 'service'], (service) => withDefaults(service, {port: 443})),
  prepare: ({object, before}) => (before === undefined ? {...object, status: {}} : object),
  validate: ({object}) => {
    const [group, version] = [textAt(object, 'spec', 'group'), textAt(object, 'spec', 'version')];
    const wanted = `${version}.${group}`;
    const name = nameOf(object);
    return name === wanted
      ? []
      : [invalid('metadata.name', name, 'must be `spec.version+"."+spec.group`: ' + JSON.stringify(wanted))];
  },
};

const exactCount = (request: JsonObject): JsonObject => {
  const whole = withDefaults(request, {allocationMode: 'ExactCount'});
  return whole['allocationMode'] === 'ExactCount' && numberAt(whole, 'count') === 0 ? {...whole, count: 1} : whole;
};

const claimSpec = (spec: JsonObject): JsonObject =>
  changeAt(filled(spec, ['devices']), ['devices', 'requests', '*'], (request) => {
    const exact = changeAt(request, ['exactly'], exactCount);
    return changeAt(exact, ['firstAvailable', '*'], exactCount);
  });

const RESOURCE_CLAIM: KindRules = {
  ...hollow('spec', 'status'),
  defaults: (object) => changeAt(filled(object, ['spec', 'status']), ['spec'], claimSpec),
  validate: ({object, before, subresource}) =>
    before === undefined || subresource !== '' || deepEqual(object['spec'], before['spec'])
      ? []
      : [invalid('spec', object['spec'], 'field is immutable')],
};

const CLAIM_TEMPLATE: KindRules = {
  defaults: (object) => {
    const spec = filled(partAt(object, 'spec'), ['metadata', 'spec']);
    return {...object, spec: {...spec, spec: claimSpec(partAt(spec, 'spec'))}};
  },
  validate: ({object, before}) =>
    before === undefined || sameSpec(object['spec'], before['spec'])
      ? []
      : [invalid('spec', object['spec'], 'field is immutable')],
};

const sameSpec = (a: Json | undefined, b: Json | undefined): boolean => isObject(a) && deepEqual(a, b);

/** Rules of the kinds that are about the cluster itself, by `KIND.GROUP`. */
export const CLUSTER: Readonly<Record<string, KindRules>> = {
  Node: NODE,
  ServiceAccount: SERVICE_ACCOUNT,
  'PriorityClass.scheduling.k8s.io': PRIORITY_CLASS,
  'RuntimeClass.node.k8s.io': RUNTIME_CLASS,
  'Lease.coordination.k8s.io': LEASE,
  'CertificateSigningRequest.certificates.k8s.io': SIGNING_REQUEST,
  'FlowSchema.flowcontrol.apiserver.k8s.io': FLOW_SCHEMA,
  'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io': PRIORITY_LEVEL,
  'APIService.apiregistration.k8s.io': API_SERVICE,
  'DeviceClass.resource.k8s.io': {generation: true, ...hollow('spec')},
  'ResourceClaim.resource.k8s.io': RESOURCE_CLAIM,
  'ResourceClaimTemplate.resource.k8s.io': CLAIM_TEMPLATE,
  'ResourceSlice.resource.k8s.io': {...hollow('spec'), generation: true},
};
