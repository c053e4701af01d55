import type {JsonObject} from '../../../core/json.ts';

/** The applications of a stack, which make objects of its release. */
export type StackApplications = {
  readonly applications: JsonObject;
  /** The patches that give these objects the labels and annotations of the release. */
  readonly patches: readonly JsonObject[];
  /** The namespace of the objects. Absent: that of Kusion, which is the name of the project. */
  readonly namespace?: string | undefined;
  /** The ids of the objects that they make. */
  readonly made: ReadonlySet<string>;
  /** The Secrets that they make, by their ids. Placeholders stand for generated values. */
  readonly secrets: ReadonlyMap<string, JsonObject>;
};
