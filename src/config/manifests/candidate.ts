import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';

/** An object that some file wants to have, before its namespace and id are settled. */
export type Candidate = {
  /** Absent: a Kubernetes object. */
  readonly type?: Resource['type'];
  readonly object: JsonObject;
  readonly origin: Origin;
  /** What the stack's own files say, where the workspace has changed it. */
  readonly own?: JsonObject;
  /** References in its values are expanded. */
  readonly isExpandable: boolean;
  readonly dependsOn: readonly string[];
  readonly extensions: JsonObject;
  /** The id that a spec file gives it, and where. */
  readonly declared?: {
    readonly id: string;
    readonly diagnose: (message: string, hint?: string) => Diagnostic;
    /** About the live object that its extensions name. */
    readonly diagnoseImport: (message: string, hint: string) => Diagnostic;
  };
};

/** Objects read from files, before duplicates and namespaces are settled. */
export type Candidates = {
  readonly candidates: readonly Candidate[];
  readonly diagnostics: readonly Diagnostic[];
};
