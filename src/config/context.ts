import {z} from 'zod';
import type {Json} from '../core/json.ts';
import {didYouMean} from '../lib/did-you-mean.ts';
import {NOT_SUPPORTED} from './issues/not-supported-text.ts';

/** Our own keys, and Kusion's spellings of them. Other keys belong to providers and modules. */
const KUBECONFIG_KEYS = ['kubeconfig_content', 'kubeconfig_path', 'kube_context'] as const;
const KUSION_SPELLINGS: Readonly<Record<string, string>> = {
  KUBECONFIG_CONTENT: 'kubeconfig_content',
  KUBECONFIG_PATH: 'kubeconfig_path',
};
const LATER_KEYS: Readonly<Record<string, string>> = {
  kubeconfig_secret: '`kubeconfig_secret` values',
  cluster: '`cluster` values',
};

const PROVIDER_KEYS = [
  ...[
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'AWS_REGION',
    'AWS_DEFAULT_REGION',
    'AWS_PROFILE',
  ],
  ...['ALICLOUD_ACCESS_KEY', 'ALICLOUD_SECRET_KEY', 'ALICLOUD_SECURITY_TOKEN', 'ALICLOUD_REGION'],
  ...[
    'GOOGLE_CREDENTIALS',
    'GOOGLE_CLOUD_CREDENTIALS',
    'GOOGLE_CLOUD_CREDENTIALS_PATH',
    'GOOGLE_APPLICATION_CREDENTIALS',
  ],
  ...['GOOGLE_PROJECT', 'GOOGLE_REGION', 'GOOGLE_ZONE'],
  ...['ARM_CLIENT_ID', 'ARM_CLIENT_SECRET', 'ARM_TENANT_ID', 'ARM_SUBSCRIPTION_ID', 'ARM_ENVIRONMENT'],
  ...['VIETTEL_CLOUD_CMP_URL', 'VIETTEL_CLOUD_USER_TOKEN', 'VIETTEL_CLOUD_PROJECT_ID'],
];

/** What a misspelt key may stand for: a typo must not make a workspace lose its cluster. */
const KNOWN_KEYS = [...KUBECONFIG_KEYS, ...Object.keys(KUSION_SPELLINGS), ...Object.keys(LATER_KEYS), ...PROVIDER_KEYS];

type Report = (path: readonly (string | number)[], message: string, hint?: string) => void;

/** The free map of connection values that a workspace gives. */
export const Context = z.record(z.string(), z.json()).superRefine((context, refinement) => {
  const report: Report = (path, message, hint) =>
    refinement.addIssue({code: 'custom', path: [...path], message, ...(hint === undefined ? {} : {params: {hint}})});
  for (const [key, value] of Object.entries(context)) {
    checkKey(key, context, report);
    if (isOurs(key)) checkKubeconfigValue(key, value, report);
    refuseSecretReferences([key], value, report);
  }
});

const isOurs = (key: string): boolean =>
  KUBECONFIG_KEYS.some((known) => known === key) || Object.hasOwn(KUSION_SPELLINGS, key);

function checkKey(key: string, context: Readonly<Record<string, unknown>>, report: Report): void {
  const later = Object.hasOwn(LATER_KEYS, key) ? LATER_KEYS[key] : undefined;
  if (later !== undefined) return report([key], `${later} are ${NOT_SUPPORTED}`);
  const ours = KUSION_SPELLINGS[key];
  if (ours !== undefined && Object.hasOwn(context, ours))
    return report([key], `\`${key}\` and \`${ours}\` are the same key`);
  if (KNOWN_KEYS.includes(key)) return;
  const nearest = didYouMean(key, KNOWN_KEYS);
  if (nearest !== undefined) return report([key], `there is no key \`${key}\``, `Did you mean \`${nearest}\`?`);
  if (key.toLowerCase().startsWith('kube')) {
    report([key], `there is no key \`${key}\``, `Keys for the cluster are: ${KUBECONFIG_KEYS.join(', ')}.`);
  }
}

function checkKubeconfigValue(key: string, value: unknown, report: Report): void {
  if (typeof value !== 'string') return report([key], `\`${key}\` must be a text`);
  if (value.trim() === '') return report([key], `\`${key}\` is empty`, 'Remove the key, or give it a value.');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value)?.[1];
  if (key.toLowerCase() === 'kubeconfig_path' && scheme !== undefined && scheme !== 'ref') {
    report([key], `kubeconfig URLs (${scheme}://…) are ${NOT_SUPPORTED}`);
  }
}

function refuseSecretReferences(path: readonly (string | number)[], value: Json, report: Report): void {
  if (typeof value === 'string' && (value.startsWith('ref://') || value.includes('${ref://'))) {
    return report(path, `secret references (ref://…) are ${NOT_SUPPORTED}`);
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    refuseSecretReferences([...path, Array.isArray(value) ? Number(key) : key], item as Json, report);
  }
}
