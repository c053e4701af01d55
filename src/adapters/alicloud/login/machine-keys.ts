import {isMetadataAddress} from '../../../lib/metadata-address.ts';
import type {NoSecret} from '../../../ports/secret-store.ts';
import type {AlicloudDeps, AlicloudKeys} from './alicloud-keys.ts';
import {askOnce, sessionKeys} from './session-keys.ts';

const METADATA = 'http://100.100.100.200/latest';
const TOKEN_SECONDS = '21600';
/** The timeout of the metadata service in milliseconds. The service is close to the machine, and does not exist elsewhere. */
const TIMEOUT_MS = 5_000;

/** Returns the keys of the RAM role of the ECS instance, from its metadata service. */
export async function machineKeys(role: string, deps: AlicloudDeps): Promise<AlicloudKeys | NoSecret> {
  const {env} = deps;
  const from = `the RAM role ${role} of this machine`;
  const refused = (why: string): NoSecret => ({because: `${from} is not used: ${why}`, fault: 'denied'});
  if (deps.besideMetadata === true) return refused('other users can write the workspace');
  if (isTrue(env['ALIBABA_CLOUD_ECS_METADATA_DISABLED'])) return refused('ALIBABA_CLOUD_ECS_METADATA_DISABLED is set');
  if (!/^[\w.-]{1,64}$/.test(role)) return refused('the role name is invalid');
  const soon = {...deps, timeoutMs: Math.min(deps.timeoutMs ?? TIMEOUT_MS, TIMEOUT_MS)};
  const token = await metadataToken(soon);
  // The older version of the service needs no token, and can be disabled.
  if (token === undefined && isTrue(env['ALIBABA_CLOUD_IMDSV1_DISABLED'])) return refused('no metadata token found');
  const answer = await askOnce(
    {
      url: `${METADATA}/meta-data/ram/security-credentials/${role}`,
      headers: token === undefined ? {} : {'x-aliyun-ecs-metadata-token': token},
      toMetadata: true,
    },
    soon,
  );
  return 'because' in answer ? answer : sessionKeys(answer, from);
}

const isTrue = (value: string | undefined): boolean => value?.toLowerCase() === 'true';

async function metadataToken(deps: AlicloudDeps): Promise<string | undefined> {
  const answer = await askOnce(
    {
      url: `${METADATA}/api/token`,
      method: 'PUT',
      headers: {'x-aliyun-ecs-metadata-token-ttl-seconds': TOKEN_SECONDS},
      toMetadata: true,
    },
    deps,
  );
  if ('because' in answer || answer.status !== 200) return undefined;
  const token = answer.body.toString('utf8').trim();
  return /^[\x21-\x7e]{1,4096}$/.test(token) ? token : undefined;
}

/** Returns the keys from a local server: a credentials URI. */
export async function keysAt(address: string, deps: AlicloudDeps): Promise<AlicloudKeys | NoSecret> {
  if (isMetadataAddress(address))
    return {
      fault: 'denied',
      because: 'the credentials URI is the metadata address of a machine',
      hint: 'Set ALIBABA_CLOUD_ECS_METADATA to the role of the machine.',
    };
  const answer = await askOnce({url: address, headers: {accept: 'application/json'}}, deps);
  return 'because' in answer ? answer : sessionKeys(answer, 'the credentials URI');
}
