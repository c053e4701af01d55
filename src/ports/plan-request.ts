import type {Origins} from '../core/diagnostic/origin.ts';
import type {DueHook} from '../core/hook/due-hooks.ts';
import type {JsonObject} from '../core/json.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {Permissions} from '../core/plan/permissions.ts';
import type {SavedTerraform} from '../core/plan/saved-terraform.ts';
import type {UserHealthOf} from '../core/readiness/user-health.ts';
import type {KnownValues} from '../core/reference/values.ts';
import type {ResourceState} from '../core/release/resource-state.ts';
import type {Resource} from '../core/resource/resource.ts';
import type {Literals} from '../core/sealing/literals.ts';
import type {Secret} from '../core/secret/secret.ts';
import type {OtherResource, PendingObject} from '../core/stacks/other-stack.ts';

/** A request to plan the resources of one runtime in a stack. A runtime ignores the optional groups that it does not know. */
export type PlanRequest = {
  /** Identifies the release history of the stack. */
  readonly lineage: string;
  /** `project/stack/workspace`, written on objects for users to read. */
  readonly stackName: string;
  readonly wanted: WantedResources;
  readonly prior: PriorRelease;
  /** The release whose spec is planned: its secrets are redacted, and restored from live where the digest matches. */
  readonly recalls?: RecalledRelease | undefined;
  readonly secrets: PlanSecrets;
  /** The values of resources that other runtimes plan, and those of other stacks. */
  readonly values?: KnownValues | undefined;
  readonly neighbours?: Neighbours | undefined;
  /** Settings that only the Kubernetes runtime reads. */
  readonly kubernetes?: KubernetesSettings | undefined;
  readonly permissions: Permissions;
  /** Rules for fields that other managers own. */
  readonly ignore: readonly IgnoreRule[];
  readonly signal: AbortSignal;
};

/** The desired resources of a stack, from its files. */
export type WantedResources = {
  /** The resources. Their ids are unique, and references in their attributes are not resolved yet. */
  readonly resources: readonly Resource[];
  /** Ids of resources whose attributes may hold references. */
  readonly expandable: ReadonlySet<string>;
  /** The ids, each one after its dependencies, and the dependencies of each id. */
  readonly order: {readonly order: readonly string[]; readonly after: ReadonlyMap<string, readonly string[]>};
  readonly origins: Origins;
  /** The addresses of resources and modules in a source of Terraform code: everything else in it stays as it is. Absent: all of it is planned. */
  readonly parts?: readonly string[] | undefined;
  /** The addresses in a source of Terraform code that stay as they are, with all that depends on them. Absent: none. */
  readonly excludedParts?: readonly string[] | undefined;
  /** Attributes from the stack's own files of resources that the workspace has changed, by id. */
  readonly own?: ReadonlyMap<string, JsonObject> | undefined;
  /** The hooks to run, each event in its order. */
  readonly hooks?: readonly DueHook[] | undefined;
  /** True to record what changed at the providers of unchanged Terraform resources. */
  readonly refresh?: boolean | undefined;
  /** The ids of Terraform resources to replace although nothing changed. */
  readonly replace?: readonly string[] | undefined;
};

/** The resources that earlier runs left. */
export type PriorRelease = {
  /** The state that the last release recorded. */
  readonly state: readonly ResourceState[];
  /** The attributes of each resource at the last release (secrets redacted), to distinguish a change by the user from drift. */
  readonly spec: readonly Resource[];
  /** Attributes at that release from the stack's own files, of resources that the workspace had changed. Sealed. */
  readonly own?: Readonly<Record<string, JsonObject>> | undefined;
  /** The spec of a run that did not end because of a crash. Its existing objects with our ownership labels belong to the stack. */
  readonly interrupted: readonly Resource[];
  /**
   * The ids in `state` that the interrupted run wanted. It may have recreated their objects, so a different recorded UID proves
   * nothing.
   */
  readonly recreated?: ReadonlySet<string> | undefined;
  /** Objects that this plan does not change. They are known, and are not orphans. */
  readonly leftOut?: readonly ResourceState[] | undefined;
  /** The former id of each Terraform resource that has a new id, by the new one. `state` and `spec` have the new ids. */
  readonly moved?: ReadonlyMap<string, string> | undefined;
  /** The plan of Terraform that an earlier run saved. It is used again if nothing changed. */
  readonly saved?: SavedTerraform | undefined;
  /** The ids in `state` that are no longer wanted and whose objects are orphaned: they stay, without our ownership. */
  readonly toOrphan?: ReadonlySet<string> | undefined;
  /** The end of the last run, if it succeeded as a whole: Gantry has written nothing later. */
  readonly settledAt?: string | undefined;
};

/** The release whose spec is planned, and its state with the digests of its secrets. */
export type RecalledRelease = {
  readonly revision: number;
  readonly state: readonly ResourceState[];
  /** The literal secrets of the release, from a sealed backend. */
  readonly literals?: Literals | undefined;
};

/** The key and the values to compare and send secrets. */
export type PlanSecrets = {
  /** The key for the digests of secret values. */
  readonly digestKey: Secret;
  /** The value of each `ref://…` in the resources. */
  readonly values?: ReadonlyMap<string, Secret> | undefined;
  /** True if no secret was read. References to secrets are then compared as texts, and objects with one are not sent. */
  readonly unread?: boolean | undefined;
};

/** Other stacks whose values this stack uses, or that the same run applies or destroys first. */
export type Neighbours = {
  /** The resources whose values are used, by the text of the reference. */
  readonly others?: ReadonlyMap<string, OtherResource> | undefined;
  /** Pending objects that stacks applied earlier in the run create. */
  readonly pending?: readonly PendingObject[] | undefined;
  /** The UIDs of objects that stacks destroyed earlier in the run delete. */
  readonly deleting?: ReadonlySet<string> | undefined;
};

/** The settings of a stack for its Kubernetes objects as a whole. */
export type KubernetesSettings = {
  /** A namespace that is created if it does not exist, and never owned. */
  readonly ensureNamespace?: string | undefined;
  /** True if a destroy of the stack deletes that namespace. */
  readonly isNamespaceDeleted?: boolean;
  /** The namespace of a stack that is destroyed: it is deleted if this stack created it, and nothing else is left in it. */
  readonly deleteNamespace?: string | undefined;
  /** The namespace, in this or another cluster, that stores the releases of the stack. */
  readonly stateIn?: string | undefined;
  /** The health rules of the user. */
  readonly health?: UserHealthOf | undefined;
};
