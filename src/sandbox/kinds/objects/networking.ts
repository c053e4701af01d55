import type {JsonObject} from '../../../core/json.ts';
import {isObject} from '../../../core/json.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid, invalids, notSupported, required, tooLong} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain} from '../formats.ts';
import {changeAt, withDefaults} from './fields.ts';
import {ingressProblems, referenceProblems} from './networking/ingress-problems.ts';
import {policyProblems} from './networking/policy-problems.ts';
import {balancerWarnings, policyWarnings} from './object-warnings.ts';

const INGRESS: KindRules = {
  generation: true,
  defaults: (object) => ({
    ...object,
    spec: partAt(object, 'spec'),
    status: withDefaults(partAt(object, 'status'), {loadBalancer: {}}),
  }),
  prepare: prepareIngress,
  validate: ingressProblems,
  warnings: ({object, before, subresource}) => {
    if (subresource === 'status') return balancerWarnings(object);
    return before === undefined && hasOldClass(object) && objectAt(object, 'spec')?.['ingressClassName'] === undefined
      ? [`annotation "${OLD_CLASS}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [];
  },
};

const OLD_CLASS = 'kubernetes.io/ingress.class';

const hasOldClass = (object: JsonObject): boolean =>
  Object.hasOwn(partAt(object, 'metadata', 'annotations'), OLD_CLASS);

/** Sets the default class of a new Ingress without a class, if there is one (the plugin DefaultIngressClass). */
function prepareIngress({object, before, subresource, cluster}: Write): JsonObject {
  if (subresource !== '' || before !== undefined) return object;
  const fresh = {...object, status: {loadBalancer: {}}};
  const annotated = objectAt(object, 'metadata', 'annotations')?.['kubernetes.io/ingress.class'] !== undefined;
  if (annotated || objectAt(object, 'spec')?.['ingressClassName'] !== undefined) return fresh;
  const first = cluster.list('ingressclasses.networking.k8s.io').find(isDefaultClass);
  const ingressClassName = textAt(first, 'metadata', 'name');
  return first === undefined ? fresh : changeAt(fresh, ['spec'], (spec) => ({...spec, ingressClassName}));
}

const isDefaultClass = (object: JsonObject): boolean =>
  textAt(object, 'metadata', 'annotations', 'ingressclass.kubernetes.io/is-default-class') === 'true';

const INGRESS_CLASS: KindRules = {
  generation: true,
  defaults: (object) =>
    changeAt({...object, spec: partAt(object, 'spec')}, ['spec', 'parameters'], (parameters) =>
      withDefaults(parameters, {scope: 'Cluster'}),
    ),
  validate: (write) => [...controllerChange(write), ...classProblems(write.object)],
};

function controllerChange({object, before}: Write): readonly Problem[] {
  const controller = textAt(object, 'spec', 'controller');
  return before === undefined || controller === textAt(before, 'spec', 'controller')
    ? []
    : [invalid('spec.controller', controller, 'field is immutable')];
}

function classProblems(object: JsonObject): readonly Problem[] {
  const controller = textAt(object, 'spec', 'controller');
  const parameters = objectAt(object, 'spec', 'parameters');
  return [
    ...(controller.length > 250 ? [tooLong('spec.controller', 250)] : []),
    ...domainPathProblems('spec.controller', controller),
    ...(parameters === undefined ? [] : parameterProblems('spec.parameters', parameters)),
  ];
}

/** Checks a text like `example.com/path`. */
function domainPathProblems(field: string, text: string): readonly Problem[] {
  if (text === '') return [required(field)];
  const [host = '', ...rest] = text.split('/');
  const path = rest.join('/');
  if (host === '' || path === '') {
    return [invalid(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  const allowed = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";
  return [
    ...invalids(field, host, dnsSubdomain(host)),
    ...(new RegExp(`^${allowed}$`, 'u').test(path)
      ? []
      : [invalid(field, path, `Invalid path (regex used for validation is '${allowed}')`)]),
  ];
}

function parameterProblems(field: string, parameters: JsonObject): readonly Problem[] {
  const [scope, namespaced] = [textAt(parameters, 'scope'), parameters['namespace'] !== undefined];
  const problems = referenceProblems(field, parameters);
  if (scope === 'Namespace') {
    return namespaced
      ? problems
      : [...problems, required(`${field}.namespace`, "`parameters.scope` is set to 'Namespace'")];
  }
  if (scope !== 'Cluster') return [...problems, notSupported(`${field}.scope`, scope, ['Cluster', 'Namespace'])];
  return namespaced
    ? [...problems, forbidden(`${field}.namespace`, "`parameters.scope` is set to 'Cluster'")]
    : problems;
}

const POLICY: KindRules = {
  generation: true,
  defaults: (object) => {
    const spec = partAt(object, 'spec');
    const types = ['Ingress', ...(listAt(spec, 'egress').length > 0 ? ['Egress'] : [])];
    const typed = listAt(spec, 'policyTypes').length === 0 ? {...spec, policyTypes: types} : spec;
    const whole = {...object, spec: withDefaults(typed, {podSelector: {}})};
    return ['ingress', 'egress'].reduce<JsonObject>(
      (policy, key) => changeAt(policy, ['spec', key, '*'], tcpPorts),
      whole,
    );
  },
  validate: ({object}) => policyProblems(object),
  warnings: policyWarnings,
};

const tcpPorts = (rule: JsonObject): JsonObject =>
  changeAt({rule}, ['rule', 'ports', '*'], (port) => withDefaults(port, {protocol: 'TCP'}))['rule'] as JsonObject;

/** Rules of kinds that only get the fields which their structs always have. */
const RANGE: KindRules = {
  defaults: (object) => ({...object, spec: partAt(object, 'spec'), status: partAt(object, 'status')}),
  prepare: ({object, before, subresource}) =>
    before === undefined && subresource === '' && isObject(object['status']) ? {...object, status: {}} : object,
};

/** Rules of networking.k8s.io, by `KIND.GROUP`. */
export const NETWORKING: Readonly<Record<string, KindRules>> = {
  'Ingress.networking.k8s.io': INGRESS,
  'IngressClass.networking.k8s.io': INGRESS_CLASS,
  'NetworkPolicy.networking.k8s.io': POLICY,
  'ServiceCIDR.networking.k8s.io': RANGE,
};
