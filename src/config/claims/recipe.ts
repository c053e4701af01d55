import type {Json} from '../../core/json.ts';
import type {SharedClaim} from '../../core/stacks/shared-claim.ts';
import type {Located} from '../../core/variation/located.ts';

/** The declaration of a shared stack that it makes resources of a type and class for claims. */
export type Recipe = SharedClaim & {
  readonly module: string;
  /** The fields of the module. */
  readonly config: Located;
  /** The kind of the object that is claimed. Absent: the Service, or the only object. */
  readonly resource?: string;
  /** The projects that may claim it, as names and patterns. Absent: all. */
  readonly usableBy?: readonly string[];
  /** The declaration with its position. */
  readonly written: Located;
};

/** Returns the part of a recipe that determines its objects and their users. */
export const contentOf = ({written}: Pick<Recipe, 'written'>): Json => written.value;
