import {z} from 'zod';
import {isObject, type Json} from '../core/json.ts';
import {knownFields} from '../core/schema/known-fields.ts';
import {
  entriesOf,
  isClusterKey,
  isProviderKey,
  KUBE_CONTEXT_KEY,
  KUBECONFIG_KEYS,
  spellingsOf,
} from '../core/workspace/context-keys.ts';
import {readCluster} from '../core/workspace/sandbox-name.ts';
import {steersPrograms} from '../core/workspace/steering-variable.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import type {IssueWords} from './issues/diagnose.ts';
import {addressProblem, isMappingOf, PLACE_MAPPINGS, placeOfKey} from './kubeconfig-places.ts';
import {steeringText} from './workspace-env.ts';

const PROVIDER_KEYS = [
  'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE',
  'ALICLOUD_ACCESS_KEY ALICLOUD_SECRET_KEY ALICLOUD_SECURITY_TOKEN ALICLOUD_REGION',
  'GOOGLE_CREDENTIALS GOOGLE_CLOUD_CREDENTIALS GOOGLE_CLOUD_CREDENTIALS_PATH GOOGLE_APPLICATION_CREDENTIALS',
  'GOOGLE_PROJECT GOOGLE_REGION GOOGLE_ZONE',
  'ARM_CLIENT_ID ARM_CLIENT_SECRET ARM_TENANT_ID ARM_SUBSCRIPTION_ID ARM_ENVIRONMENT',
  'VIETTEL_CLOUD_CMP_URL VIETTEL_CLOUD_USER_TOKEN VIETTEL_CLOUD_PROJECT_ID',
].flatMap((keys) => keys.split(' '));

const CLUSTER_NAMES = [...KUBECONFIG_KEYS, KUBE_CONTEXT_KEY] as const;
const CLUSTER_KEYS = CLUSTER_NAMES.flatMap(spellingsOf);

/** Keys that look like the kubeconfig or its context (Kusion had `kubernetes`). Other keys with `kube` are free. */
const LOOKS_LIKE_CLUSTER_KEY = /^(?:kube[_-]?con(?:fig|text)|kubernetes$)/i;

/** Keys that a misspelt key is compared with, so that a typo does not make a workspace lose its cluster. */
const KNOWN_KEYS = [...CLUSTER_KEYS, ...PROVIDER_KEYS];

type Report = (path: readonly (string | number)[], message: string, more?: IssueWords) => void;
const EMPTY = {hint: 'Remove the key, or give it a value.'};

/** The schema of a workspace's `context`: a map of connection values with free keys. */
export const Context = z.record(z.string(), z.json()).superRefine((context, refinement) => {
  const report: Report = (path, message, params = {}) =>
    refinement.addIssue({code: 'custom', path: [...path], message, params});
  for (const name of CLUSTER_NAMES) {
    const [first, second] = entriesOf(context, name);
    if (first !== undefined && second !== undefined) {
      report([second.key], `\`${second.key}\` and \`${first.key}\` are the same key`, {
        code: 'config/unknown-field',
        hint: 'Remove one of them.',
      });
    }
  }
  for (const [key, value] of Object.entries(context)) {
    if (isClusterKey(key)) checkClusterValue(key, value, report);
    else checkOtherKey(key, report);
  }
});

function checkOtherKey(key: string, report: Report): void {
  if (KNOWN_KEYS.includes(key)) return;
  // A key in upper case becomes an environment variable of programs, like a key of `env`.
  if (isProviderKey(key) && steersPrograms(key)) return report([key], steeringText(key));
  const nearest = didYouMean(key, KNOWN_KEYS);
  if (nearest === undefined && !LOOKS_LIKE_CLUSTER_KEY.test(key)) return;
  report([key], `unknown key \`${key}\``, {
    code: 'config/unknown-field',
    hint:
      nearest === undefined
        ? `Use one of the keys for the cluster: ${CLUSTER_NAMES.join(', ')}.`
        : `Did you mean \`${nearest}\`?`,
  });
}

/** Reports a problem inside a mapping of the context, with the same words as for all other files. */
function reportInner(key: string, issue: z.core.$ZodIssue, mapping: z.ZodType, report: Report): void {
  const path = issue.path as readonly (string | number)[];
  const field = [key, ...path].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = knownFields(mapping, path);
    for (const name of issue.keys) {
      const nearest = didYouMean(name, known);
      const hint = nearest === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean \`${nearest}\`?`;
      report([key, ...path, name], `unknown field \`${name}\``, {code: 'config/unknown-field', hint});
    }
  } else if (issue.code === 'invalid_type') {
    const isMissing = issue.input === undefined && issue.message.endsWith('received undefined');
    const what = issue.expected === 'string' ? 'a string' : issue.expected === 'object' ? 'a mapping' : issue.expected;
    if (isMissing) report([key, ...path], `\`context.${field}\` is missing`, {code: 'config/missing-field'});
    else report([key, ...path], `\`context.${field}\` must be ${what}`, {code: 'config/wrong-type'});
  } else if (issue.code === 'too_small') report([key, ...path], `\`context.${field}\` is empty`, EMPTY);
  else report([key, ...path], issue.message);
}

function checkClusterValue(key: string, value: Json, report: Report): void {
  const mapping = PLACE_MAPPINGS[key];
  const place = placeOfKey(key);
  if (mapping !== undefined && (place === undefined ? isObject(value) : isMappingOf(place, value))) {
    for (const issue of mapping.safeParse(value).error?.issues ?? []) reportInner(key, issue, mapping, report);
    return;
  }
  if (typeof value !== 'string') return report([key], `\`${key}\` must be a string`);
  if (value.trim() === '') return report([key], `\`${key}\` is empty`, EMPTY);
  const problem = textProblem(key, value);
  if (problem !== undefined) report([key], problem);
}

function textProblem(key: string, value: string): string | undefined {
  if (key === 'cluster') {
    const cluster = readCluster(value);
    return 'problem' in cluster ? cluster.problem : undefined;
  }
  return key in PLACE_MAPPINGS && placeOfKey(key) === undefined ? addressProblem(value) : undefined;
}
