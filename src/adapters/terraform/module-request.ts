import type {Origin} from '../../core/diagnostic/origin.ts';
import type {Json, JsonPath} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {RequiredProvider} from '../../core/resource/terraform-kind.ts';
import type {ProviderSettings} from '../../ports/runtime-needs.ts';
import type {Scope} from './expressions.ts';

/** The values that the resources of a module take from outside of it. */
export type ModuleValues = Pick<Scope, 'lookup' | 'isSensitive' | 'secretOf'> & {
  readonly recall: (id: string, path: JsonPath, redacted: Json) => Json | undefined;
};

/** The parts of a state that a root module depends on. */
export type ModuleState = {
  /** The addresses that resources already have, by id. */
  readonly known: ReadonlyMap<string, string>;
  /** The addresses in the state. Absent: none. */
  readonly existing?: ReadonlySet<string>;
  /** The account of each resource, by id: `us`, or an empty text for the one without a name. */
  readonly accounts: ReadonlyMap<string, string>;
  /** The providers of all resources in the state. Terraform needs them, also for resources that a plan leaves out. Absent: none. */
  readonly providers?: readonly RequiredProvider[];
};

/** The resources of a root module. */
export type ModuleRequest = {
  readonly resources: readonly Resource[];
  /** Existing resources that the module does not have: those to delete, and those that the run leaves out. Terraform needs the configuration of their provider. */
  readonly others: readonly Resource[];
  /** Existing resources that are only read: the module imports them, and does not declare them. */
  readonly read?: readonly Resource[];
  /** The source of the last apply, if the stack has no source now and resources of it exist: they are deleted. */
  readonly leaving?: Resource | undefined;
  readonly expandable: ReadonlySet<string>;
  readonly origins: ReadonlyMap<string, Origin>;
  /** The ids of all resources of the stack. */
  readonly ids: ReadonlySet<string>;
  readonly state: ModuleState;
  /** Returns the parts of a resource whose changes are ignored. */
  readonly ignoredOf?: (resource: Resource) => readonly string[];
  /** The host of providers whose address has none. Absent: that of Terraform. */
  readonly registry?: string | undefined;
  readonly settings: Pick<ProviderSettings, 'blockOf' | 'accounts'>;
  readonly values: ModuleValues;
};
