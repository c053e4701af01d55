import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import type {HookSettings, SourcePart} from '../../core/hook/hook.ts';
import type {JsonObject} from '../../core/json.ts';
import type {Resource} from '../../core/resource/resource.ts';
import type {ContextUse, Step} from '../../core/variation/trace.ts';

/** A desired object from a file, before its namespace and id are determined. */
export type Candidate = {
  /** The type of the resource. Absent: a Kubernetes object. */
  readonly type?: Resource['type'];
  readonly object: JsonObject;
  /** True if the source has set the namespace, although the scope of the kind is unknown. */
  readonly isNamespaceGuessed?: boolean;
  readonly origin: Origin;
  /** The object without the changes of the workspace. Absent: the workspace does not change it. */
  readonly own?: JsonObject;
  /** The layers of the source that it went through. Absent: one, or they are not recorded. */
  readonly history?: {readonly steps: readonly Step[]; readonly contextUses: readonly ContextUse[]};
  /** True if references in its values are expanded. */
  readonly isExpandable: boolean;
  readonly dependsOn: readonly string[];
  readonly extensions: JsonObject;
  /** Its source, if hooks may come before and after the objects of that source. */
  readonly part?: SourcePart;
  /** The recipe that made it for a shared claim: TYPE/CLASS. */
  readonly claim?: string;
  /** Present if it is a hook: it belongs to no release. */
  readonly hook?: HookSettings;
  /** The id in a spec file, and functions that report a problem at its position. */
  readonly declared?: {
    readonly id: string;
    readonly diagnose: (message: string, hint?: string) => Diagnostic;
    /** Reports a problem with the live object that its extensions name. */
    readonly diagnoseImport: (message: string, hint: string) => Diagnostic;
  };
};

/** Objects read from files, before duplicates and namespaces are checked. */
export type Candidates = {
  readonly candidates: readonly Candidate[];
  readonly diagnostics: readonly Diagnostic[];
};
