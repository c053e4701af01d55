import {awsKmsDescriptor} from '../adapters/aws/key-wrapper/aws-kms-descriptor.ts';
import {azureKeyDescriptor} from '../adapters/azure/key-wrapper/azure-key-descriptor.ts';
import {gcpKmsDescriptor} from '../adapters/gcp/key-wrapper/gcp-kms-descriptor.ts';
import {passphraseDescriptor} from '../adapters/local/key-wrapper/passphrase-descriptor.ts';
import {ageDescriptor} from '../adapters/sops/key-wrapper/age-descriptor.ts';
import {transitDescriptor} from '../adapters/vault/key-wrapper/transit-descriptor.ts';
import type {KeyWrapperDescriptor} from '../ports/key-wrapper-descriptor.ts';

/** The kinds of wrappers for the data key of a sealed backend. Those that contact nothing are tried first. This is the only list of them. */
const KINDS = [
  ageDescriptor,
  passphraseDescriptor,
  transitDescriptor,
  awsKmsDescriptor,
  gcpKmsDescriptor,
  azureKeyDescriptor,
] as const;

type Kind = (typeof KINDS)[number];
type ConfigOf<One> = One extends Kind ? Awaited<ReturnType<One['resolve']>> : never;

/** A wrapper that can be opened: paths are absolute, references are resolved. */
export type KeyWrapperConfig = ConfigOf<Kind>;

/** A descriptor of any kind. */
export type AnyKeyWrapper = KeyWrapperDescriptor<Readonly<Record<string, unknown>>, KeyWrapperConfig>;

/** The descriptors of all kinds. TypeScript cannot check that each one gets values of its own kind. */
export const KEY_WRAPPERS = KINDS as unknown as readonly AnyKeyWrapper[];

/** Returns the descriptor of a wrapper's kind. */
export function keyWrapperOf({kind}: {readonly kind: AnyKeyWrapper['kind']}): AnyKeyWrapper {
  const found = KEY_WRAPPERS.find((one) => one.kind === kind);
  if (found === undefined) throw new Error(`no key wrapper is of the kind ${kind}`);
  return found;
}
