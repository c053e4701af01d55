import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import {type Finding, refused} from './finding.ts';
import {ingressFindings} from './ingress-rules.ts';
import {serviceFindings} from './service-rules.ts';

type Rule = (object: JsonObject) => readonly Finding[];

/** The rules of the server that the schema of a kind does not contain, by `group/Kind`. */
const RULES: Readonly<Record<string, Rule>> = {
  '/Service': serviceFindings,
  '/ConfigMap': (object) => ['data', 'binaryData'].flatMap((field) => keyFindings(object, field)),
  '/Secret': (object) => [
    ...['data', 'stringData'].flatMap((field) => keyFindings(object, field)),
    ...secretKeys(object),
  ],
  '/PersistentVolumeClaim': claimFindings,
  'networking.k8s.io/Ingress': ingressFindings,
  'autoscaling/HorizontalPodAutoscaler': autoscalerFindings,
  'batch/CronJob': scheduleFindings,
  'policy/PodDisruptionBudget': budgetFindings,
  'rbac.authorization.k8s.io/ClusterRoleBinding': bindingFindings,
};

/** Checks an object by the rules of its kind. */
export function kindFindings(object: JsonObject): readonly Finding[] {
  const {group, kind} = identityOf(object);
  return RULES[`${group}/${kind}`]?.(object) ?? [];
}

function keyFindings(object: JsonObject, field: string): readonly Finding[] {
  const values = object[field];
  if (!isObject(values)) return [];
  return Object.keys(values).flatMap((key) => {
    if (/^[-._a-zA-Z0-9]+$/.test(key) && key.length <= 253 && key !== '.' && key !== '..') return [];
    return [
      {
        ...refused('object/invalid-key', [field, key], 'is not a valid key: use letters, digits, -, _ and .'),
        part: 'key',
      },
    ];
  });
}

/** The keys that a Secret of a type must have. */
const SECRET_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

function secretKeys(object: JsonObject): readonly Finding[] {
  const type = nameAt(object, 'type') ?? '';
  const given = new Set(
    ['data', 'stringData'].flatMap((field) => {
      const values = object[field];
      return isObject(values) ? Object.keys(values) : [];
    }),
  );
  const missing = (SECRET_KEYS[type] ?? []).filter((key) => !given.has(key));
  return missing.map((key) =>
    refused('object/missing-field', ['data', key], `is missing: a Secret of type ${type} needs it`),
  );
}

function claimFindings(object: JsonObject): readonly Finding[] {
  const modes = at(object, 'spec', 'accessModes');
  return [
    ...(isList(modes) && modes.length > 0
      ? []
      : [refused('object/missing-field', ['spec', 'accessModes'], 'is missing', 'For example [ReadWriteOnce].')]),
    ...(at(object, 'spec', 'resources', 'requests', 'storage') === undefined
      ? [refused('object/missing-field', ['spec', 'resources', 'requests', 'storage'], 'is missing')]
      : []),
  ];
}

const NEVER_SCALED = new Set(['DaemonSet', 'Job', 'CronJob', 'Pod']);

function autoscalerFindings(object: JsonObject): readonly Finding[] {
  const [least, most] = [at(object, 'spec', 'minReplicas'), at(object, 'spec', 'maxReplicas')];
  const kind = nameAt(object, 'spec', 'scaleTargetRef', 'kind') ?? '';
  return [
    ...(typeof least === 'number' && typeof most === 'number' && least > most
      ? [refused('object/range', ['spec', 'minReplicas'], `is ${least}, more than spec.maxReplicas (${most})`)]
      : []),
    ...(NEVER_SCALED.has(kind)
      ? [refused('object/not-scalable', ['spec', 'scaleTargetRef', 'kind'], `is ${kind}, which cannot be scaled`)]
      : []),
  ];
}

const MACRO = /^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly|every \S+)$/;
const PART = /^(?:\*|\?|[\dA-Za-z]+(?:-[\dA-Za-z]+)?)(?:\/\d+)?(?:,(?:\*|\?|[\dA-Za-z]+(?:-[\dA-Za-z]+)?)(?:\/\d+)?)*$/;

function scheduleFindings(object: JsonObject): readonly Finding[] {
  const schedule = at(object, 'spec', 'schedule');
  if (typeof schedule !== 'string' || schedule.includes('$')) return [];
  const path = ['spec', 'schedule'];
  if (/^\s*(?:CRON_)?TZ=/.test(schedule))
    return [refused('object/schedule', path, 'has a time zone', 'Write it in spec.timeZone.')];
  const parts = schedule.trim().split(/\s+/);
  if (MACRO.test(schedule.trim()) || (parts.length === 5 && parts.every((part) => PART.test(part)))) return [];
  const message = `is ${JSON.stringify(schedule)}, not a schedule of five fields: minute, hour, day, month, weekday`;
  return [refused('object/schedule', path, message)];
}

function budgetFindings(object: JsonObject): readonly Finding[] {
  const [least, most] = ['minAvailable', 'maxUnavailable'].map((field) => at(object, 'spec', field) ?? undefined);
  if (least === undefined || most === undefined) return [];
  return [refused('object/two-values', ['spec'], 'has both minAvailable and maxUnavailable', 'Remove one of them.')];
}

function bindingFindings(object: JsonObject): readonly Finding[] {
  return [
    ...(nameAt(object, 'roleRef', 'kind') === 'Role'
      ? [refused('object/role', ['roleRef', 'kind'], 'is Role: a ClusterRoleBinding binds a ClusterRole')]
      : []),
    ...objectsAt(object, 'subjects').flatMap((subject, i) =>
      subject['kind'] === 'ServiceAccount' && nameAt(subject, 'namespace') === undefined
        ? [
            refused(
              'object/missing-field',
              ['subjects', i, 'namespace'],
              'is missing: a ServiceAccount needs a namespace',
            ),
          ]
        : [],
    ),
  ];
}
