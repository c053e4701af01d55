import {localBackend} from '../../../src/adapters/backends/local/local-backend.ts';
import {Secret} from '../../../src/core/secret/secret.ts';
import type {Backend} from '../../../src/ports/backend.ts';
import type {S3Config} from '../s3.ts';

/** Where the state lies, as one process can tell another. */
export type Place =
  | {readonly kind: 'local'; readonly directory: string}
  | {readonly kind: 'kubernetes'; readonly kubeconfigPath: string; readonly namespace: string}
  | {readonly kind: 's3'; readonly config: Omit<S3Config, 'credentials'>; readonly keys: readonly [string, string]};

/** Only what this one needs is loaded: twenty processes do it at once. */
export async function openPlace(place: Place): Promise<Backend> {
  if (place.kind === 'local') return localBackend({directory: place.directory});
  if (place.kind === 'kubernetes') {
    const {accessBy, secretsBackend} = await import('../kubernetes-backends.ts');
    return secretsBackend(await accessBy(place.kubeconfigPath), place.namespace);
  }
  const {s3Backend} = await import('../../../src/adapters/backends/s3/s3-backend.ts');
  const [accessKeyId, secretAccessKey] = place.keys.map((key) => new Secret(key)) as [Secret, Secret];
  return s3Backend({...place.config, credentials: {accessKeyId, secretAccessKey}}, {env: {}});
}
