import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import type {Hook} from '../core/hook/hook.ts';
import type {JsonObject} from '../core/json.ts';
import type {ObjectExplanation} from '../core/plan/explanation.ts';
import type {IgnoreRule} from '../core/plan/ignore-rule.ts';
import type {SavableTerraform} from '../core/plan/saved-terraform.ts';
import type {ValuesOf} from '../core/reference/values.ts';
import type {Literals} from '../core/sealing/literals.ts';
import type {PlannedChange} from './planned-change.ts';
import type {Preflight} from './preflight.ts';

/** The planned changes of one runtime, and its permission check. */
export type RuntimePlan = {
  readonly changes: readonly PlannedChange[];
  readonly diagnostics: readonly Diagnostic[];
  /** Checks the permissions that the plan needs, as far as the server reports them. Only permission checks are sent. */
  readonly preflight?: (run: {readonly wait: boolean}) => Promise<Preflight>;
  /** The known values of its resources, for references from other runtimes. */
  readonly values?: ValuesOf;
  /** Returns the object of a hook as a release records it, with secrets sealed. */
  readonly sealHook?: (hook: Hook) => JsonObject;
  /** Returns the secrets that `sealHook` replaced by digests. */
  readonly hookLiterals?: (hook: Hook) => Literals;
  /** The plan of Terraform, for a saved plan. It can be read until the runtime is closed. */
  readonly saved?: SavableTerraform;
  /** Reports whether an ignore rule applies to one of its resources, so that it has an effect where no Kubernetes object has the field. */
  readonly usesRule?: (rule: IgnoreRule) => boolean;
  /** Explains one resource of the plan, or one field of it. */
  readonly explain?: (id: string, path?: string) => ObjectExplanation | undefined;
};
