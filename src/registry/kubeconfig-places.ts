import {s3Descriptor} from '../adapters/aws/kubeconfig-place/s3-descriptor.ts';
import {urlDescriptor} from '../adapters/https/kubeconfig-place/url-descriptor.ts';
import {secretDescriptor} from '../adapters/kubernetes/kubeconfig-place/secret-descriptor.ts';
import {sharedDescriptor} from '../adapters/kubernetes/kubeconfig-place/shared-descriptor.ts';
import type {RemotePlace} from '../core/workspace/remote-place.ts';
import type {KubeconfigPlaceDescriptor} from '../ports/kubeconfig-place-descriptor.ts';

/** The kinds of places from which kubeconfigs are fetched, in the order of messages. This is the only list of them. */
const KINDS = [urlDescriptor, s3Descriptor, secretDescriptor, sharedDescriptor] as const;

/** A descriptor of any kind. */
export type AnyKubeconfigPlace = KubeconfigPlaceDescriptor<Readonly<Record<string, unknown>>, RemotePlace, RemotePlace>;

/** The descriptors of all kinds. TypeScript cannot check that each one gets values of its own kind. */
export const KUBECONFIG_PLACES = KINDS as unknown as readonly AnyKubeconfigPlace[];

/** Returns the descriptor of the kind of a place. */
export function kubeconfigPlaceOf({kind}: RemotePlace): AnyKubeconfigPlace {
  const found = KUBECONFIG_PLACES.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no place of kubeconfigs is of the kind ${kind}`);
  return found;
}
