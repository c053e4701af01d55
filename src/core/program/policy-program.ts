import type {JsonObject, JsonPath} from '../json.ts';

/** A breach that a policy finds: a message, and the field of the object that is wrong. */
export type PolicyProblem = {readonly message: string; readonly path?: JsonPath};

/** The result of a check: nothing, or one or more breaches. */
export type PolicyAnswer = undefined | string | PolicyProblem | readonly (string | PolicyProblem)[];

/** An object as the files describe it, without the values of Secrets. */
export type ObjectRequest<Checked = JsonObject> = {readonly object: Checked};

/** A planned change, as `preview -o json` has it, and its object. */
export type ChangeRequest<Checked = JsonObject> = ObjectRequest<Checked> & {
  readonly change: JsonObject;
  /** `project`, `stack`, `workspace`, `operation`, `summary` and `revision`. */
  readonly plan: JsonObject;
};

/** A policy as its author writes it. It has at least one of the three functions. */
export type PolicyDefinition<Checked = JsonObject> = {
  readonly name: string;
  /** Checks each object, in `validate` and in each plan. */
  checkObject?(request: ObjectRequest<Checked>): PolicyAnswer | Promise<PolicyAnswer>;
  /** Checks each change of a plan. */
  checkChange?(request: ChangeRequest<Checked>): PolicyAnswer | Promise<PolicyAnswer>;
  /** Returns a merge patch for an object at build, or nothing. */
  mutate?(request: ObjectRequest<Checked>): object | undefined | Promise<object | undefined>;
};

/** The description of a policy: plain data. */
export type PolicyDescription = {
  readonly name: string;
  readonly parts: readonly PolicyPart[];
};

/** The functions of a policy. */
export const POLICY_PARTS = ['checkObject', 'checkChange', 'mutate'] as const;
/** A function of a policy. */
export type PolicyPart = (typeof POLICY_PARTS)[number];
