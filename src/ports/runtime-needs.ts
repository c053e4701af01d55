import type {JsonObject} from '../core/json.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {TerraformLock} from '../core/resource/terraform-lock.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {ProviderProblem} from '../core/workspace/named-provider.ts';
import type {TerraformStates} from './terraform-states.ts';

/** The configuration of the providers of some resources, as the workspace decides it. */
export type ProviderSettings = {
  /** The keys of these providers, and of no other one. It has none of a provider with several accounts in the stack. */
  readonly environment: Pick<ChildEnvironment, 'set' | 'files'>;
  /** Returns the provider block of a resource, without the values that `environment` sets. */
  readonly blockOf: (resource: Resource) => JsonObject;
  /** The accounts of the workspace. Absent: no resource names one. */
  readonly accounts?: ProviderAccounts | undefined;
};

/** The accounts of the providers of a stack. */
export type ProviderAccounts = {
  /** Returns the reason why a resource has no account. */
  readonly problemOf: (resource: Resource) => ProviderProblem | undefined;
  /** Returns keys for the provider block of a resource, by field. Only a provider with several accounts in the stack has them. */
  readonly keysOf: (resource: Resource) => ReadonlyMap<string, Secret>;
  /** The accounts that keys belong to, by named provider or provider, where they are known. */
  readonly identities: ReadonlyMap<string, string>;
  /** Returns the value of a `ref://…` in a provider block. */
  readonly secretOf: (uri: string) => Secret | undefined;
};

/** The parts of a run that a runtime may need. Each is read when it is first used. */
export type RuntimeNeeds = {
  /** @throws GantryError terraform/unusable if the backend is not sealed */
  readonly states: () => Promise<TerraformStates>;
  readonly providers: (resources: readonly Resource[]) => Promise<ProviderSettings>;
  /** Returns the program and the providers in the lock file of the stack. @throws GantryError input/invalid */
  readonly lock: () => Promise<TerraformLock | undefined>;
};
