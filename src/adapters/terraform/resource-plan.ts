import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {PlanRequest} from '../../ports/plan-request.ts';
import type {ProviderSettings} from '../../ports/runtime-needs.ts';
import type {AboutResource} from './about-resource.ts';
import type {MadePlan} from './planning.ts';
import type {Ended} from './program.ts';
import type {RootModule} from './root-module.ts';
import type {About} from './said-diagnostics.ts';
import type {Kept, Session} from './session.ts';

/** A plan of the Terraform resources of a stack, with what its steps need. */
export type ResourcePlan = {
  readonly session: Session;
  readonly request: PlanRequest;
  readonly settings: ProviderSettings;
  /** The source of Terraform code whose resources the plan deletes, because no other Terraform resource stays. */
  readonly leaving: Resource | undefined;
  /** The same, if other Terraform resources stay: a plan of its own deletes what the source has left. */
  readonly left: Resource | undefined;
  /** Reports whether that plan deletes an address. */
  readonly isLeft: (address: string) => boolean;
  readonly module: RootModule;
  readonly made: MadePlan;
  /** The ids that one process applies together, in order. */
  readonly batches: readonly (readonly string[])[];
  /** The data that is stored with the state: the id of the resource at each address, and the source of Terraform code. */
  readonly kept: Kept;
  /**
   * Returns the addresses to plan for a group; undefined if nothing else is left to do. A group with outputs needs all that the outputs are made of.
   */
  readonly targetsFor: (addresses: ReadonlySet<string>, done: ReadonlySet<string>) => readonly string[] | undefined;
  readonly addressOf: (id: string) => string | undefined;
  readonly idAt: (address: string) => string | undefined;
  readonly about: (id: string) => AboutResource | undefined;
  readonly errors: About;
  readonly errorsOf: (ended: Ended) => readonly Diagnostic[];
  readonly clean: (text: string) => string;
  readonly learn: (texts: readonly string[]) => void;
  /** The addresses that this run has changed. */
  readonly done: Set<string>;
  /** Reports whether a process has begun to apply a part of the plan. */
  readonly isUsed: () => boolean;
  readonly use: () => void;
  readonly nextFile: () => string;
};
