import {localBackend} from '../../../src/adapters/local/backend/local-backend.ts';
import {systemClock} from '../../../src/adapters/local/clock/system-clock.ts';
import {Secret} from '../../../src/core/secret/secret.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import type {S3Config} from '../s3.ts';

/** Where the state lies, as one process can tell another. */
export type Place =
  | {readonly kind: 'local'; readonly directory: string}
  | {readonly kind: 'kubernetes'; readonly kubeconfigPath: string; readonly namespace: string}
  | {readonly kind: 's3'; readonly config: Omit<S3Config, 'credentials'>; readonly keys: readonly [string, string]};

async function openSecrets({kubeconfigPath, namespace}: Extract<Place, {kind: 'kubernetes'}>): Promise<Backend> {
  const [{accessBy}, {kubernetesBackend}, {openSecretObjects}] = await Promise.all([
    import('../kubernetes-backends.ts'),
    import('../../../src/adapters/kubernetes/backend/kubernetes-backend.ts'),
    import('../../../src/adapters/kubernetes/runtime/secrets/open-secret-objects.ts'),
  ]);
  const secrets = openSecretObjects(await accessBy(kubeconfigPath), namespace, {clock: systemClock, onEvent: () => {}});
  return kubernetesBackend({secrets, clock: systemClock, workspace: 'test'});
}

/** Only what this one needs is loaded: twenty processes do it at once. */
export async function openPlace(place: Place): Promise<Backend> {
  if (place.kind === 'local') return localBackend({directory: place.directory});
  if (place.kind === 'kubernetes') {
    return openSecrets(place);
  }
  const {s3Backend} = await import('../../../src/adapters/aws/backend/s3-backend.ts');
  const [accessKeyId, secretAccessKey] = place.keys.map((key) => new Secret(key)) as [Secret, Secret];
  return s3Backend({...place.config, credentials: {accessKeyId, secretAccessKey}}, {env: {}});
}
