import type {JsonObject} from '../../../core/json.ts';
import {listAt, numberAt, objectAt, partAt, textAt, textsAt} from '../../model/part.ts';
import {choiceOf, duplicate, invalid, notSupported, required} from '../../model/problem.ts';
import type {KindRules} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsSubdomain} from '../formats.ts';
import {selectorProblems} from '../workloads/labels.ts';
import {changeAt, itemsAt, withDefaults} from './fields.ts';

const GROUP = 'admissionregistration.k8s.io';

const WEBHOOK: JsonObject = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
};

const everyScope = (rule: JsonObject): JsonObject => withDefaults(rule, {scope: '*'});

const webhooks = (more: JsonObject): KindRules => ({
  generation: true,
  unconditionalUpdate: false,
  defaults: (object) =>
    changeAt(object, ['webhooks', '*'], (hook) => {
      const ruled = changeAt(withDefaults(hook, {clientConfig: {}, ...WEBHOOK, ...more}), ['rules', '*'], everyScope);
      const {rules, ...rest} = ruled;
      const known = rules === undefined || listAt(ruled, 'rules').length > 0 ? ruled : rest;
      return changeAt(known, ['clientConfig', 'service'], (service) => withDefaults(service, {port: 443}));
    }),
  validate: ({object}) => {
    const names = itemsAt(object, 'webhooks').map(([hook]) => textAt(hook, 'name'));
    return itemsAt(object, 'webhooks').flatMap(([hook, at]) => [
      ...hookProblems(`webhooks[${at}]`, hook),
      ...versionProblems(`webhooks[${at}].admissionReviewVersions`, hook),
      ...(names[at] !== '' && names.indexOf(names[at] ?? '') < at
        ? [duplicate(`webhooks[${at}].name`, names[at] ?? '')]
        : []),
    ]);
  },
});

function hookProblems(field: string, hook: JsonObject): readonly Problem[] {
  const oneOf = (key: string, allowed: readonly string[]): readonly Problem[] =>
    hook[key] === undefined || allowed.includes(textAt(hook, key))
      ? []
      : [notSupported(`${field}.${key}`, textAt(hook, key), allowed)];
  const seconds = numberAt(hook, 'timeoutSeconds');
  const quiet = ['None', 'NoneOnDryRun'];
  return [
    ...domainProblems(`${field}.name`, textAt(hook, 'name')),
    ...itemsAt(hook, 'rules').flatMap(([rule, at]) => ruleProblems(`${field}.rules[${at}]`, rule)),
    ...oneOf('failurePolicy', ['Fail', 'Ignore']),
    ...oneOf('matchPolicy', ['Equivalent', 'Exact']),
    ...(hook['sideEffects'] === undefined
      ? [required(`${field}.sideEffects`, `must specify one of ${quiet.join(', ')}`)]
      : oneOf('sideEffects', quiet)),
    ...(seconds < 1 || seconds > 30
      ? [invalid(`${field}.timeoutSeconds`, seconds, 'the timeout value must be between 1 and 30 seconds')]
      : []),
    ...['namespaceSelector', 'objectSelector'].flatMap((key) =>
      selectorProblems(objectAt(hook, key), `${field}.${key}`),
    ),
    ...oneOf('reinvocationPolicy', ['IfNeeded', 'Never']),
    ...clientProblems(`${field}.clientConfig`, partAt(hook, 'clientConfig')),
  ];
}

/** Checks a name with at least three parts. */
function domainProblems(field: string, name: string): readonly Problem[] {
  if (name === '') return [required(field)];
  const bad = dnsSubdomain(name);
  if (bad.length > 0) return [invalid(field, name, bad.join(','))];
  return name.split('.').length < 3
    ? [invalid(field, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

function ruleProblems(field: string, rule: JsonObject): readonly Problem[] {
  const operations = textsAt(rule, 'operations');
  const alone = "if '*' is present, must not specify other operations";
  return [
    ...(operations.length === 0 ? [required(`${field}.operations`)] : []),
    ...(operations.length > 1 && operations.includes('*') ? [invalid(`${field}.operations`, operations, alone)] : []),
    ...operations.flatMap((one, at) => choiceOf(`${field}.operations[${at}]`, one, OPERATIONS)),
    ...['apiGroups', 'apiVersions', 'resources'].flatMap((key) =>
      listAt(rule, key).length === 0 ? [required(`${field}.${key}`)] : [],
    ),
    ...choiceOf(`${field}.scope`, textAt(rule, 'scope'), ['*', 'Cluster', 'Namespaced']),
  ];
}

function clientProblems(field: string, client: JsonObject): readonly Problem[] {
  const service = objectAt(client, 'service');
  if ((client['url'] === undefined) === (service === undefined)) {
    return [required(field, 'exactly one of url or service is required')];
  }
  if (service === undefined) return urlProblems(`${field}.url`, textAt(client, 'url'));
  const port = numberAt(service, 'port');
  return [
    ...['name', 'namespace'].flatMap((key) =>
      textAt(service, key) === '' ? [required(`${field}.service.${key}`)] : [],
    ),
    ...(port >= 1 && port <= 65_535
      ? []
      : [invalid(`${field}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]),
  ];
}

function urlProblems(field: string, text: string): readonly Problem[] {
  const form = '; desired format: https://host[/path]';
  const scheme = /^([a-z][a-z0-9+.-]*):/iu.exec(text)?.[1]?.toLowerCase() ?? '';
  const host = /^[^:]*:\/\/([^/?#]*)/u.exec(text)?.[1] ?? '';
  const [query, fragment] = [/\?([^#]*)/u.exec(text)?.[1] ?? '', /#(.*)/u.exec(text)?.[1] ?? ''];
  return [
    ...(scheme === 'https' ? [] : [invalid(field, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === '' ? [invalid(field, host, `host must be specified${form}`)] : []),
    ...(fragment === '' ? [] : [invalid(field, fragment, 'fragments are not permitted in the URL')]),
    ...(query === '' ? [] : [invalid(field, query, 'query parameters are not permitted in the URL')]),
  ];
}

function versionProblems(field: string, hook: JsonObject): readonly Problem[] {
  const versions = listAt(hook, 'admissionReviewVersions');
  if (versions.length === 0) return [required(field, 'must specify one of v1, v1beta1')];
  return versions.includes('v1') || versions.includes('v1beta1')
    ? []
    : [invalid(field, versions, 'must include at least one of v1, v1beta1')];
}

const matching = (resources: JsonObject): JsonObject => {
  const whole = withDefaults(resources, {matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {}});
  const rules = ['resourceRules', 'excludeResourceRules'];
  return rules.reduce<JsonObject>((one, key) => changeAt(one, [key, '*'], everyScope), whole);
};

const POLICY: KindRules = {
  generation: true,
  unconditionalUpdate: false,
  defaults: (object) => {
    const spec = withDefaults(partAt(object, 'spec'), {failurePolicy: 'Fail'});
    return {
      ...object,
      spec: changeAt(spec, ['matchConstraints'], matching),
      status: partAt(object, 'status'),
    };
  },
  prepare: ({object, before}) => (before === undefined ? {...object, status: {}} : object),
};

const BINDING: KindRules = {
  generation: true,
  unconditionalUpdate: false,
  defaults: (object) => changeAt({...object, spec: partAt(object, 'spec')}, ['spec', 'matchResources'], matching),
};

/** Rules of admissionregistration.k8s.io. Webhooks and policies are stored and checked, but have no effect. */
export const ADMISSION: Readonly<Record<string, KindRules>> = {
  [`ValidatingWebhookConfiguration.${GROUP}`]: webhooks({}),
  [`MutatingWebhookConfiguration.${GROUP}`]: webhooks({reinvocationPolicy: 'Never'}),
  [`ValidatingAdmissionPolicy.${GROUP}`]: POLICY,
  [`ValidatingAdmissionPolicyBinding.${GROUP}`]: BINDING,
};
