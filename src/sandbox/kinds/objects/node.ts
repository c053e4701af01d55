import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {listAt, partAt, textAt, textsAt} from '../../model/part.ts';
import {forbidden, invalids, optionalChoice, required} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {qualifiedName} from '../formats.ts';
import {networkProblems} from './addresses.ts';
import {changeAt, itemsAt} from './fields.ts';
import {nodeWarnings} from './object-warnings.ts';

/** The fields that the status of a Node always has, as Go writes it. */
const NODE_STATUS: JsonObject = {
  daemonEndpoints: {kubeletEndpoint: {Port: 0}},
  nodeInfo: {
    machineID: '',
    systemUUID: '',
    bootID: '',
    kernelVersion: '',
    osImage: '',
    containerRuntimeVersion: '',
    kubeletVersion: '',
    kubeProxyVersion: '',
    operatingSystem: '',
    architecture: '',
  },
};

const NOT_READY: JsonObject = {key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule'};

/** Copies the first pod CIDR: Go stores it both alone, for older clients, and in the list. */
function withRanges(spec: JsonObject): JsonObject {
  const [first] = textsAt(spec, 'podCIDRs');
  const {podCIDR} = spec;
  if (first === undefined) return typeof podCIDR === 'string' && podCIDR !== '' ? {...spec, podCIDRs: [podCIDR]} : spec;
  return {...spec, podCIDR: first};
}

/** Rules of the Node. Without `allocatable` the whole capacity can be allocated. */
export const NODE: KindRules = {
  warnings: nodeWarnings,
  defaults: (object) => {
    const status = partAt(object, 'status');
    const allocatable = status['allocatable'] ?? status['capacity'];
    return {
      ...object,
      spec: withRanges(partAt(object, 'spec')),
      status: {...NODE_STATUS, ...status, ...defined({allocatable})},
    };
  },
  // The plugin TaintNodesByCondition: no pod is scheduled on a new node until it is known to be ready.
  prepare: ({object, before}) =>
    before !== undefined || itemsAt(object, 'spec', 'taints').some(([taint]) => taint['key'] === NOT_READY['key'])
      ? object
      : changeAt(object, ['spec'], (spec) => ({...spec, taints: [...listAt(spec, 'taints'), NOT_READY]})),
  // An update reports the problems of taints twice, like the server.
  validate: ({object, before}) => [
    ...taintProblems(object),
    ...textsAt(object, 'spec', 'podCIDRs').flatMap((range, at) => networkProblems(`spec.podCIDRs[${at}]`, range)),
    ...(before === undefined ? [] : [...nodeChangeProblems(object, before), ...taintProblems(object)]),
  ],
};

const may = (field: string): Problem =>
  forbidden(`spec.${field}`, `node updates may not change ${field.replace(/s$/u, '')} except from "" to valid`);

function nodeChangeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [ranges, old] = [listAt(object, 'spec', 'podCIDRs'), listAt(before, 'spec', 'podCIDRs')];
  const id = textAt(before, 'spec', 'providerID');
  return [
    ...(old.length > 0 && !deepEqual(ranges, old) ? [may('podCIDRs')] : []),
    ...(id !== '' && textAt(object, 'spec', 'providerID') !== id ? [may('providerID')] : []),
  ];
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

const taintProblems = (object: JsonObject): readonly Problem[] =>
  itemsAt(object, 'spec', 'taints').flatMap(([taint, at]) => {
    const field = `metadata.taints[${at}]`;
    const [key, effect] = [textAt(taint, 'key'), textAt(taint, 'effect')];
    return [
      ...invalids(`${field}.key`, key, qualifiedName(key)),
      ...(effect === '' ? [required(`${field}.effect`)] : []),
      ...optionalChoice(`${field}.effect`, effect, EFFECTS),
    ];
  });
