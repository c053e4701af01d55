import type {Position} from '../diagnostic/diagnostic.ts';
import type {Action} from '../plan/plan.ts';
import type {PodSecurityControl, PodSecurityLevel} from './pod-security.ts';

/** The effect of a breach: the change is blocked, or a warning is shown. */
export type PolicyAction = 'deny' | 'warn';

/** The actions that a rule can select. An unchanged object is never blocked. */
export const SELECTABLE_ACTIONS = ['create', 'update', 'replace', 'adopt', 'delete', 'forget', 'run'] as const;

/** Selects objects and changes. All given members must match; of each list, one entry. `*` and `?` in an entry are wildcards. */
export type PolicySelector = {
  /** `Deployment` or `apps/Deployment`. */
  readonly kinds?: readonly string[] | undefined;
  /** The namespaces of objects. A Namespace itself matches by its name. */
  readonly namespaces?: readonly string[] | undefined;
  readonly names?: readonly string[] | undefined;
  readonly actions?: readonly (typeof SELECTABLE_ACTIONS)[number][] | undefined;
};

/** A check of an object as the files describe it. It needs no cluster. */
export type ObjectCheck =
  | {
      readonly on: 'object';
      readonly type: 'podSecurity';
      readonly level: PodSecurityLevel;
      readonly excluded: readonly PodSecurityControl[];
    }
  | {readonly on: 'object'; readonly type: 'allowedRegistries'; readonly registries: readonly string[]}
  | {
      readonly on: 'object';
      readonly type: 'requiredResources';
      readonly limits: readonly string[];
      readonly requests: readonly string[];
    };

/** A check of a planned change. */
export type ChangeCheck =
  | {readonly on: 'change'; readonly type: 'protectedNamespaces'; readonly namespaces: readonly string[]}
  | {readonly on: 'change'; readonly type: 'maxDeletions'; readonly most: number}
  | {readonly on: 'change'; readonly type: 'denyReplace'; readonly kinds: readonly string[]}
  | {readonly on: 'change'; readonly type: 'denyImageDowngrade'};

/** A CEL expression that is true for a breach. */
export type ExpressionCheck = {
  readonly on: 'expression';
  readonly type: 'expression';
  readonly expression: string;
  readonly message?: string | undefined;
  /** The position of the expression. */
  readonly at: Position;
};

/** A program that exports a policy. */
export type ProgramCheck = {
  readonly on: 'program';
  readonly type: 'program';
  /** The path of its file, as the workspace has it. */
  readonly file: string;
  readonly at: Position;
};

/** The check of a rule. */
export type PolicyCheck = ObjectCheck | ChangeCheck | ExpressionCheck | ProgramCheck;

/** A rule of the `policy` of a workspace. */
export type PolicyRule = {
  readonly name: string;
  readonly action: PolicyAction;
  readonly match: PolicySelector;
  /** The objects and changes that are excluded from `match`. */
  readonly exclude?: PolicySelector | undefined;
  readonly check: PolicyCheck;
  readonly at: Position;
};

/** A rule that changes objects at build. */
export type PolicyMutation = Pick<PolicyRule, 'name' | 'match' | 'exclude' | 'at'> & {
  /** The names of mutations that are applied before. */
  readonly after: readonly string[];
  /** A CEL expression that gives a merge patch, or the file of a program. */
  readonly by: {readonly expression: string} | {readonly file: string};
};

/** A waiver: breaches of a rule by some resources are permitted until a day. */
export type PolicyWaiver = {
  /** The name of a rule, or of one control of it: `restricted` or `restricted/runAsNonRoot`. */
  readonly rule: string;
  /** Ids of resources, with wildcards. */
  readonly resources: readonly string[];
  readonly reason: string;
  /** The last day on which it is valid, in UTC: `2027-01-31`. */
  readonly expires: string;
  readonly at: Position;
};

/** The rules, mutations and waivers of a workspace. */
export type Policy = {
  readonly rules: readonly PolicyRule[];
  readonly mutations: readonly PolicyMutation[];
  readonly waivers: readonly PolicyWaiver[];
};

/** A waiver that a run used, as the release records it. */
export type UsedWaiver = {
  readonly rule: string;
  readonly resource: string;
  readonly reason: string;
  readonly expires: string;
};

/** The members of an object or a change that selectors read. */
export type PolicySubject = {
  readonly id: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  /** Absent: the object is checked without a plan. */
  readonly action?: Action | undefined;
};
