import type {S3Place} from '../../src/adapters/aws/kubeconfig-place/open-s3.ts';
import type {UrlPlace} from '../../src/adapters/https/kubeconfig-place/fetch-url.ts';
import type {SecretPlace} from '../../src/adapters/kubernetes/kubeconfig-place/fetch-secret.ts';
import type {SharedPlace} from '../../src/adapters/kubernetes/kubeconfig-place/fetch-shared.ts';
import type {KubeconfigPlace} from '../../src/core/workspace/kubeconfig-source.ts';

/** A place from which a kubeconfig is fetched. */
export const remote = (place: UrlPlace | S3Place | SecretPlace | SharedPlace): KubeconfigPlace => ({
  kind: 'remote',
  place,
});
