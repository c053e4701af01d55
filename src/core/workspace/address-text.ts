import {unreachable} from '../../lib/unreachable.ts';
import {maskedAddress} from './mask.ts';
import type {KubeconfigOrigin} from './read-kubeconfig-entry.ts';

type Elsewhere = Exclude<KubeconfigOrigin, {kind: 'content' | 'files' | 'sandbox' | 'in-cluster'}>;

/** Where a kubeconfig lies that has to be asked for, for people; without what opens it. */
export function addressText(origin: Elsewhere): string {
  switch (origin.kind) {
    case 'reference':
      return origin.uri;
    case 'url':
      return maskedAddress(origin.url);
    case 's3': {
      const {bucket, key, endpoint, versionId} = origin;
      const version = versionId === undefined ? '' : `, version ${versionId}`;
      return `s3://${bucket}/${key}${version}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
    }
    case 'secret': {
      const {namespace, name, key, workspace} = origin;
      return `the Secret ${namespace}/${name}${key === undefined ? '' : `, key ${key},`} in the cluster of ${workspace}`;
    }
    default:
      return unreachable(origin);
  }
}
