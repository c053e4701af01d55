import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
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
  readonly module: RootModule;
  readonly made: MadePlan;
  /** The ids that one process applies together, in order. */
  readonly batches: readonly (readonly string[])[];
  /** What is stored with the state: the id of the resource at each address, and the source of Terraform code. */
  readonly kept: Kept;
  /** Returns the addresses to plan for a group. A group with outputs needs all that the outputs are made of. */
  readonly targetsFor: (addresses: ReadonlySet<string>) => readonly string[];
  readonly addressOf: (id: string) => string | undefined;
  readonly idAt: (address: string) => string | undefined;
  readonly about: (id: string) => AboutResource | undefined;
  readonly errors: About;
  readonly errorsOf: (ended: Ended) => readonly Diagnostic[];
  readonly clean: (text: string) => string;
  readonly learn: (texts: readonly string[]) => void;
  /** Reports whether a process has begun to apply a part of the plan. */
  readonly isUsed: () => boolean;
  readonly use: () => void;
  readonly nextFile: () => string;
};
