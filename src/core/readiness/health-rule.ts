import type {Position} from '../diagnostic/diagnostic.ts';

/**
 * A health rule of stack.yaml or a workspace: it decides when objects are ready, have failed, or have timed out. All given selectors must
 * match. At least one of `ready`, `failed` and `timeoutSeconds` is present.
 */
export type HealthRule = {
  readonly kind?: string;
  /** The group and version: `cert-manager.io/v1`. */
  readonly apiVersion?: string;
  /** The group, in any version. Empty for the core group. */
  readonly group?: string;
  readonly name?: string;
  /** A CEL expression over the object. */
  readonly ready?: string;
  readonly failed?: string;
  readonly timeoutSeconds?: number;
  /** The file with the rule. */
  readonly from: string;
  /** The positions of the rule and its expressions. They are not stored in a release. */
  readonly at?: HealthPlaces;
};

/** The positions of a health rule and of its expressions in a file. */
export type HealthPlaces = {
  readonly rule: Position;
  readonly ready?: Position;
  readonly failed?: Position;
};

/** The names of an object that a rule selects by. */
export type HealthSubject = {
  /** The id of the resource. */
  readonly id: string;
  readonly apiVersion: string;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
};

/** Reports whether all selectors of a rule match a subject. A rule without selectors matches all. */
export const isAbout = (rule: HealthRule, subject: Omit<HealthSubject, 'id'>): boolean =>
  (['kind', 'apiVersion', 'group', 'name'] as const).every(
    (key) => rule[key] === undefined || rule[key] === subject[key],
  );

/** Returns the precedence of a rule: a name is more specific than a kind, and a kind more than a group. */
export const specificity = ({name, kind, apiVersion, group}: HealthRule): number =>
  (name === undefined ? 0 : 4) +
  (kind === undefined ? 0 : 2) +
  (apiVersion === undefined && group === undefined ? 0 : 1);
