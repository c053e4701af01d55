import type {Json, JsonObject} from '../../core/json.ts';

/** The values of a resource as `show -json` prints them. */
export type Shown = {
  readonly values: JsonObject;
  /** The mask of sensitive values: `true` at a leaf, or at a whole part. */
  readonly sensitive: Json;
  readonly provider: string;
  readonly schemaVersion: number;
};

/** A planned change of a resource in `show -json`. */
export type PlannedResource = {
  readonly address: string;
  readonly actions: readonly string[];
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly unknown: Json;
  readonly beforeSensitive: Json;
  readonly afterSensitive: Json;
  readonly replacePaths: Json;
  readonly reason: string | undefined;
  readonly provider: string;
  /** The address in the state, if the files move the resource. */
  readonly previous?: string | undefined;
  /** The id at the provider of an existing resource that the state takes in. Absent: it is in the state, or it is created. */
  readonly importing?: string | undefined;
  /** The values in the state, and those that the provider reports, if somebody else has changed the resource. */
  readonly drift?: {readonly before: JsonObject; readonly after: JsonObject} | undefined;
};

/** A plan of Terraform. */
export type ShownPlan = {
  readonly changes: readonly PlannedResource[];
  /** The resources after the refresh, and before the plan. */
  readonly prior: ReadonlyMap<string, Shown>;
  /** The sensitive texts in them, and in the data sources that were read. */
  readonly secretTexts: readonly string[];
};
