import type {Json} from '../json.ts';

/** The input of a function that returns applications. It has no credentials. */
export type ApplicationsRequest<Key extends string = never> = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  /** The keys of the workspace's context that the function asks for. Secrets are references. */
  readonly context: {readonly [key in Key]: Json};
};

/** An application as the file has it. Gantry checks its fields by the same schema as those of `gantry.app.yaml`. */
export type ApplicationFields = {
  readonly workload?: object;
  readonly accessories?: Readonly<Record<string, object>>;
  readonly [field: string]: object | undefined;
};

/** Applications by their names. */
export type Applications = Readonly<Record<string, ApplicationFields>>;

/** A function that returns applications, and the context keys that it asks for. */
export type ApplicationsFunction<Key extends string = never> = {
  (request: ApplicationsRequest<Key>): Applications | Promise<Applications>;
  readonly context?: readonly Key[];
};
