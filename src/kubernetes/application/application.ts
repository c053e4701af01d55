import type {Naming} from '../../core/module/module.ts';

/** The application that objects are made for. */
export type Application = {
  /** The name of its workload. The names of its other objects begin with it. */
  readonly name: string;
  readonly naming: Naming;
  /** Absent: the namespace of the stack. */
  readonly namespace?: string | undefined;
  /** The labels of all its objects. */
  readonly labels: Readonly<Record<string, string>>;
  /** The labels that select its pods. */
  readonly selector: Readonly<Record<string, string>>;
};
