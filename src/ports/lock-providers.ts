import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {TerraformLock} from '../core/resource/terraform-lock.ts';

/** The Terraform resources to lock. */
export type ProvidersToLock = {
  readonly resources: readonly Resource[];
  readonly before: TerraformLock | undefined;
  /** True: the program and the providers are locked again, without what was locked before. */
  readonly upgrade: boolean;
  readonly signal: AbortSignal;
};

/** A new lock, and notes about platforms that it does not have. */
export type LockedTerraform = {readonly lock: TerraformLock; readonly diagnostics: readonly Diagnostic[]};

/** Finds the program of the user, and the versions and checksums of providers. */
export type LockProviders = (request: ProvidersToLock) => Promise<LockedTerraform>;
