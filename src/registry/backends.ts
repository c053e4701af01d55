import {ossDescriptor} from '../adapters/alicloud/backend/oss-descriptor.ts';
import {s3Descriptor} from '../adapters/aws/backend/s3-descriptor.ts';
import {azureDescriptor} from '../adapters/azure/backend/azure-descriptor.ts';
import {gcsDescriptor} from '../adapters/gcp/backend/gcs-descriptor.ts';
import {kubernetesDescriptor} from '../adapters/kubernetes/backend/kubernetes-descriptor.ts';
import {localDescriptor} from '../adapters/local/backend/local-descriptor.ts';
import type {BackendDescriptor} from '../ports/backend-descriptor.ts';
import type {KeyWrapperConfig} from './key-wrappers.ts';

/** The kinds of backends, in the order of the help. This is the only list of them. */
const KINDS = [
  localDescriptor,
  s3Descriptor,
  gcsDescriptor,
  azureDescriptor,
  ossDescriptor,
  kubernetesDescriptor,
] as const;

type Kind = (typeof KINDS)[number];
type DeclaredOf<One> = One extends Kind ? Parameters<One['resolve']>[0] : never;
type ConfigOf<One> = One extends Kind ? Awaited<ReturnType<One['resolve']>> : never;

/** A backend as written in a URL, in project.yaml, or in the user's own configuration. */
export type DeclaredBackend = DeclaredOf<Kind> & {
  /** Its `encryption`: the ways to open it, by kind. */
  readonly sealing?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** A backend that can be opened: paths are absolute, references are resolved. */
export type BackendConfig = ConfigOf<Kind> & {
  /** The ways to open it. Absent: no encryption is declared. */
  readonly sealing?: readonly KeyWrapperConfig[];
};

/** A descriptor of any kind. */
export type AnyDescriptor = BackendDescriptor<DeclaredBackend, BackendConfig>;

/** The descriptors of all kinds. TypeScript cannot check that each one gets values of its own kind. */
export const BACKENDS = KINDS as unknown as readonly AnyDescriptor[];

/** Returns the descriptor of a backend's kind. */
export function descriptorOf({kind}: {readonly kind: AnyDescriptor['kind']}): AnyDescriptor {
  const found = BACKENDS.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no backend is of the kind ${kind}`);
  return found;
}

/** The backends whose Kusion files can be read. */
export const KUSION_BACKENDS = BACKENDS.filter(({kusionType}) => kusionType !== undefined);
