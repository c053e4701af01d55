import {alicloudDescriptor} from '../adapters/alicloud/secret-store/alicloud-descriptor.ts';
import {awsDescriptor} from '../adapters/aws/secret-store/aws-descriptor.ts';
import {azureDescriptor} from '../adapters/azure/secret-store/azure-descriptor.ts';
import {gcpDescriptor} from '../adapters/gcp/secret-store/gcp-descriptor.ts';
import {kubernetesDescriptor} from '../adapters/kubernetes/secret-store/kubernetes-descriptor.ts';
import {envDescriptor} from '../adapters/local/secret-store/env-descriptor.ts';
import {execDescriptor} from '../adapters/local/secret-store/exec-descriptor.ts';
import {fileDescriptor} from '../adapters/local/secret-store/file-descriptor.ts';
import {sopsDescriptor} from '../adapters/sops/secret-store/sops-descriptor.ts';
import {vaultDescriptor} from '../adapters/vault/secret-store/vault-descriptor.ts';
import type {SecretStoreDescriptor} from '../ports/secret-store-descriptor.ts';

/** The kinds of secret stores, in the order of messages. This is the only list of them. */
const KINDS = [
  envDescriptor,
  fileDescriptor,
  vaultDescriptor,
  awsDescriptor,
  azureDescriptor,
  gcpDescriptor,
  alicloudDescriptor,
  kubernetesDescriptor,
  sopsDescriptor,
  execDescriptor,
] as const;

type Kind = (typeof KINDS)[number];
type ConfigOf<One> = One extends Kind ? Awaited<ReturnType<One['resolve']>> : never;

/** A secret store that can be opened: paths are absolute, its own references are resolved. */
export type SecretStoreConfig = ConfigOf<Kind>;

/** A descriptor of any kind. */
export type AnySecretStore = SecretStoreDescriptor<Readonly<Record<string, unknown>>, SecretStoreConfig>;

/** The descriptors of all kinds. TypeScript cannot check that each one gets values of its own kind. */
export const SECRET_STORES = KINDS as unknown as readonly AnySecretStore[];

/** The store for the credentials of a backend that names no store. */
export const DEFAULT_STORE = {provider: {[envDescriptor.kind]: {}}};

/** Returns the descriptor of a secret store's kind. */
export function secretStoreOf({kind}: {readonly kind: AnySecretStore['kind']}): AnySecretStore {
  const found = SECRET_STORES.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no secret store is of the kind ${kind}`);
  return found;
}
