import type {Position} from '../diagnostic/diagnostic.ts';
import type {JsonObject} from '../json.ts';

/** The result of a mutation for one object. Undefined: the mutation does not match the object. */
export type MutationResult = {readonly patch: JsonObject} | {readonly problem: string} | undefined;

/** A rule that changes objects at build, ready to be applied. */
export type ReadyMutation = {
  readonly name: string;
  /** The names of mutations that are applied before. If both set a field, this one wins. */
  readonly after: readonly string[];
  readonly at: Position;
  /** Returns the merge patch for each object. @param namespace the namespace of objects that set none */
  readonly patchesFor: (
    objects: readonly JsonObject[],
    namespace: string | undefined,
  ) => Promise<readonly MutationResult[]>;
};
