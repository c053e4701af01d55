import type {JsonObject} from '../core/json.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {ChildEnvironment} from '../core/workspace/child-environment.ts';
import type {TerraformStates} from './terraform-states.ts';

/** The configuration of the providers of some resources, as the workspace decides it. */
export type ProviderSettings = {
  /** The keys of these providers, and of no other one. */
  readonly environment: Pick<ChildEnvironment, 'set' | 'files'>;
  /** Returns the provider block of a resource, without the values that `environment` sets. */
  readonly blockOf: (resource: Resource) => JsonObject;
};

/** The parts of a run that a runtime may need. Each is read when it is first used. */
export type RuntimeNeeds = {
  /** @throws GantryError terraform/unusable if the backend is not sealed */
  readonly states: () => Promise<TerraformStates>;
  readonly providers: (resources: readonly Resource[]) => Promise<ProviderSettings>;
};
