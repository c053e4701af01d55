import {createHash} from 'node:crypto';
import type {JsonObject} from '../../../core/json.ts';
import {nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {listAt, numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import type {Write} from '../../model/rules.ts';
import type {ClusterView} from '../../model/view.ts';
import {asText, changeAt, itemsAt, withField} from '../objects/fields.ts';
import {forbiddenObject} from '../objects/invalid-object.ts';
import {withAccount} from './pod-defaults.ts';

const PODS = {group: '', plural: 'pods'};

/** Runs the admission plugins for new Pods, in their order. */
export function admitted(write: Write): JsonObject {
  const {object, cluster} = write;
  if (objectAt(object, 'metadata', 'annotations')?.['kubernetes.io/config.mirror'] !== undefined) {
    return admitMirror(object, cluster);
  }
  return tolerant(withClasses(withServiceAccount(write), cluster));
}

const specOf = (pod: JsonObject): JsonObject => partAt(pod, 'spec');

/** Checks a mirror pod, the copy of a static pod: it may not use objects of the API. */
function admitMirror(pod: JsonObject, cluster: ClusterView): JsonObject {
  const spec = specOf(pod);
  if (textAt(spec, 'serviceAccountName') !== '') {
    throw forbiddenObject(pod, PODS, 'a mirror pod may not reference service accounts');
  }
  if (itemsAt(spec, 'volumes').some(([volume]) => volume['secret'] !== undefined)) {
    throw forbiddenObject(pod, PODS, 'a mirror pod may not reference secrets');
  }
  return tolerant(withClasses(pod, cluster));
}

function withServiceAccount({object, cluster, now}: Write): JsonObject {
  const spec = specOf(object);
  const name = textAt(spec, 'serviceAccountName') || 'default';
  const namespace = namespaceOf(object);
  const account = cluster.get('serviceaccounts', namespace, name);
  if (account === undefined) {
    const why = `serviceaccount ${JSON.stringify(name)} not found`;
    throw forbiddenObject(object, PODS, `error looking up service account ${namespace}/${name}: ${why}`);
  }
  const named = withAccount(spec, name);
  const mounted = mountsToken(named, account) ? withToken(named, tokenVolume(object, now)) : named;
  const secrets = listAt(account, 'imagePullSecrets');
  const complete =
    listAt(mounted, 'imagePullSecrets').length === 0 && secrets.length > 0
      ? {...mounted, imagePullSecrets: secrets}
      : mounted;
  return {...object, spec: complete};
}

/** Reports whether the token is mounted: the Pod decides, or else its ServiceAccount. */
const mountsToken = (spec: JsonObject, account: JsonObject): boolean =>
  (spec['automountServiceAccountToken'] ?? account['automountServiceAccountToken'] ?? true) === true;

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Returns the name of the token volume. Rules are pure functions, so the suffix is a hash of the Pod in place of a random text. */
function tokenVolume(pod: JsonObject, now: string): string {
  const seed = [now, namespaceOf(pod), nameOf(pod), uidOf(pod)];
  const digest = createHash('sha256').update(seed.join('/')).digest();
  return `kube-api-access-${[...digest.subarray(0, 5)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

function withToken(spec: JsonObject, fresh: string): JsonObject {
  const existing = itemsAt(spec, 'volumes').find(([volume]) => textAt(volume, 'name').startsWith('kube-api-access-'));
  const name = existing === undefined ? fresh : textAt(existing[0], 'name');
  let isUsed = false;
  const mounted = ['initContainers', 'containers'].reduce(
    (changed, list) =>
      changeAt(changed, [list, '*'], (container) => {
        if (itemsAt(container, 'volumeMounts').some(([mount]) => textAt(mount, 'mountPath') === TOKEN_PATH))
          return container;
        isUsed = true;
        const mount = {name, readOnly: true, mountPath: TOKEN_PATH};
        return {...container, volumeMounts: [...listAt(container, 'volumeMounts'), mount]};
      }),
    spec,
  );
  if (existing !== undefined || !isUsed) return mounted;
  return {...mounted, volumes: [...listAt(spec, 'volumes'), {name, projected: TOKEN}]};
}

const TOKEN: JsonObject = {
  sources: [
    {serviceAccountToken: {expirationSeconds: 3607, path: 'token'}},
    {configMap: {name: 'kube-root-ca.crt', items: [{key: 'ca.crt', path: 'ca.crt'}]}},
    {downwardAPI: {items: [{path: 'namespace', fieldRef: {apiVersion: 'v1', fieldPath: 'metadata.namespace'}}]}},
  ],
  defaultMode: 0o644,
};

/** Sets the priority by the PriorityClass, or by the default class. The Pod may not set another value. */
function withClasses(pod: JsonObject, cluster: ClusterView): JsonObject {
  const spec = specOf(pod);
  const {name, value, preemption} = priorityOf(pod, cluster);
  const [own, policy] = [spec['priority'], textAt(spec, 'preemptionPolicy')];
  const computed = 'must not be provided in pod spec; priority admission controller computed';
  if (own !== undefined && own !== value) {
    throw forbiddenObject(
      pod,
      PODS,
      `the integer value of priority (${asText(own)}) ${computed} ${value} from the given PriorityClass name`,
    );
  }
  if (policy !== '' && policy !== preemption) {
    throw forbiddenObject(
      pod,
      PODS,
      `the string value of PreemptionPolicy (${policy}) ${computed} ${preemption} from the given PriorityClass name`,
    );
  }
  const classed = withField(
    {...spec, priority: value, preemptionPolicy: preemption},
    'priorityClassName',
    name === '' ? undefined : name,
  );
  return withRuntimeClass({...pod, spec: classed}, cluster);
}

type Priority = {readonly name: string; readonly value: number; readonly preemption: string};

function priorityOf(pod: JsonObject, cluster: ClusterView): Priority {
  const name = textAt(pod, 'spec', 'priorityClassName');
  const named = cluster.get('priorityclasses.scheduling.k8s.io', '', name);
  if (name !== '' && named === undefined) {
    throw forbiddenObject(pod, PODS, `no PriorityClass with name ${name} was found`);
  }
  const lowest = cluster
    .list('priorityclasses.scheduling.k8s.io')
    .filter((one) => one['globalDefault'] === true)
    .toSorted((a, b) => numberAt(a, 'value') - numberAt(b, 'value'))[0];
  const found = named ?? lowest;
  return {
    name: found === undefined ? '' : nameOf(found),
    value: numberAt(found, 'value'),
    preemption: textAt(found, 'preemptionPolicy') || 'PreemptLowerPriority',
  };
}

function withRuntimeClass(pod: JsonObject, cluster: ClusterView): JsonObject {
  const name = textAt(pod, 'spec', 'runtimeClassName');
  if (name === '') return pod;
  const found = cluster.get('runtimeclasses.node.k8s.io', '', name);
  if (found === undefined) {
    throw forbiddenObject(pod, PODS, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  }
  const overhead = objectAt(found, 'overhead', 'podFixed');
  return overhead === undefined ? pod : {...pod, spec: {...specOf(pod), overhead}};
}

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** Adds the default tolerations: a Pod stays five minutes on an unreachable node. They are added on updates too. */
export function tolerant(pod: JsonObject): JsonObject {
  const spec = specOf(pod);
  const tolerations = itemsAt(spec, 'tolerations').map(([toleration]) => toleration);
  const isTolerated = (taint: string): boolean =>
    tolerations.some(
      (one) => ['', taint].includes(textAt(one, 'key')) && ['', 'NoExecute'].includes(textAt(one, 'effect')),
    );
  const added = TAINTS.filter((taint) => !isTolerated(taint)).map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }));
  return added.length === 0 ? pod : {...pod, spec: {...spec, tolerations: [...tolerations, ...added]}};
}
