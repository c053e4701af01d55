import type {Json, JsonObject} from '../json.ts';
import type {ModulePatch} from './module-patch.ts';

/** The names of the objects of an application: short ones, or those of Kusion for a migration without a change. */
export type Naming = 'short' | 'kusion';

/** The workload of an application, for modules that select its pods. */
export type WorkloadFacts = {
  /** The id of the object with the pod template, for example of the Deployment. */
  readonly id: string;
  readonly name: string;
  /** The labels that select its pods. They do not change. */
  readonly selector: Readonly<Record<string, string>>;
  readonly ports: readonly {
    readonly name: string;
    readonly port: number;
    /** The port of the pods. Absent: it is not known. */
    readonly targetPort?: number;
    readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  }[];
  /** The labels and annotations that the application gives to the workload itself. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
};

/** The input of a module: one use of it in an application. It has no credentials. */
export type ModuleRequest<Config = JsonObject> = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly application: string;
  /** The key of the accessory. Absent: the module makes the workload. */
  readonly accessory?: string;
  /** The name for objects of this use: unique in the stack. Accessories append their key. */
  readonly name: string;
  readonly naming: Naming;
  readonly namespace: string | undefined;
  /** The labels of all objects of the application. */
  readonly labels: Readonly<Record<string, string>>;
  /** The fields of the application and of the platform, merged. */
  readonly config: Config;
  /** The keys of the workspace's context that the module asks for. Secrets are references. */
  readonly context: JsonObject;
  /** Absent: the module makes the workload, or the application has none. */
  readonly workload?: WorkloadFacts;
};

/** The output of a module. */
export type Generated = {
  /** Kubernetes objects, and Terraform resources in the form of a spec file. References (`${ref:ID#path}`, `ref://…`) in their values are expanded. */
  readonly resources: readonly JsonObject[];
  /** Changes of the workload. */
  readonly patches?: readonly ModulePatch[];
  /** Values for other modules of the application. A value may be a reference to a field that is known after the apply. */
  readonly outputs?: Readonly<Record<string, Json>>;
  /** Present if the module makes the workload. */
  readonly workload?: WorkloadFacts;
};
