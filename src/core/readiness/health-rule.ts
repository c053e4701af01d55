import type {Position} from '../diagnostic/diagnostic.ts';

/**
 * When objects of some kind or name are ready, have failed, or have had time enough: data, as stack.yaml and workspace files say
 * it. Each condition given must hold; at least one of `ready`, `failed` and `timeoutSeconds` is there.
 */
export type HealthRule = {
  readonly kind?: string;
  /** `cert-manager.io/v1`: this version only. */
  readonly apiVersion?: string;
  /** Any version of this group; empty: the core group. */
  readonly group?: string;
  readonly name?: string;
  /** CEL over the object. */
  readonly ready?: string;
  readonly failed?: string;
  readonly timeoutSeconds?: number;
  /** The file in which it stands. */
  readonly from: string;
  /** Where the rule and its expressions stand; a release does not keep it. */
  readonly at?: HealthPlaces;
};

/** The positions of a health rule and of its expressions in a file. */
export type HealthPlaces = {
  readonly rule: Position;
  readonly ready?: Position;
  readonly failed?: Position;
};

/** The names by which a rule knows an object. */
export type HealthSubject = {
  /** Of the resource. */
  readonly id: string;
  readonly apiVersion: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
};

/** Reports whether every selector that the rule names fits the subject; a rule without any fits all. */
export const isAbout = (rule: HealthRule, subject: Omit<HealthSubject, 'id'>): boolean =>
  (['kind', 'apiVersion', 'group', 'name'] as const).every(
    (key) => rule[key] === undefined || rule[key] === subject[key],
  );

/** A name says more than a kind, a kind more than a group. */
export const specificity = ({name, kind, apiVersion, group}: HealthRule): number =>
  (name === undefined ? 0 : 4) +
  (kind === undefined ? 0 : 2) +
  (apiVersion === undefined && group === undefined ? 0 : 1);
