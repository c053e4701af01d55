import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {FieldPath} from '../../../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {coversPath, readIgnorePath} from '../../../../core/plan/ignore-path.ts';
import type {IgnoreRule} from '../../../../core/plan/ignore-rule.ts';
import {unusedIgnore} from '../../../../core/plan/unused-flags.ts';
import {copyValueAt} from '../../../../kubernetes/fields/copy-value-at.ts';
import {equalOn} from '../../../../kubernetes/fields/equal-on.ts';
import {type FieldSet, leaves} from '../../../../kubernetes/fields/field-set.ts';
import {fieldSetOf, toFieldSet} from '../../../../kubernetes/fields/field-set-of.ts';
import {type ActiveRule, isLeft, leaveToOthers} from '../../../../kubernetes/plan/leave-to-others.ts';
import {ownEntry} from '../../../../kubernetes/plan/manager-entry.ts';
import {takeOverManagerOf, takeOverManagers} from '../../../../kubernetes/plan/take-over-managers.ts';
import {once} from '../../../../lib/once.ts';
import {isOwnershipField} from './local-result.ts';
import type {PlannedObject} from './planned-object.ts';
import {digestRedacted, type Target} from './target.ts';

/** The ignore rules, prepared for the objects of a plan. */
export type Ignoring = {
  /** Prepares a target to leave fields to others when its live object is known. Returns the same target if no rule applies. */
  readonly prepare: (target: Target) => Target;
  /** Reports whether a rule leaves this field of a live object to others. */
  readonly leaves: (about: About, live: JsonObject) => (path: FieldPath) => boolean;
  /** Returns a warning for each rule that matches no field of these objects. */
  readonly unused: (planned: readonly PlannedObject[]) => readonly Diagnostic[];
};

/** The names by which a rule selects an object. */
export type About = {
  readonly identity: Pick<Target['identity'], 'kind' | 'name'>;
  readonly resource: Pick<Target['resource'], 'id'>;
  readonly ownId: string;
};

type Compiled = ActiveRule & {readonly rule: IgnoreRule};

/** Prepares the rules of the flags, the stack and the workspace. Their paths were checked before; one that cannot be read matches nothing. */
export function openIgnoring(rules: readonly IgnoreRule[]): Ignoring {
  const compiled = rules.map((rule) => ({
    rule,
    path: rule.path === undefined ? undefined : (readIgnorePath(rule.path) ?? [() => false]),
    manager: rule.manager,
  }));
  const of = (about: About) => compiled.filter(({rule}) => isAbout(rule, about));
  return {
    prepare: (target) => {
      const active = of(target);
      return active.length === 0 ? target : {...target, leave: (live) => leave(target, live, active)};
    },
    leaves: (about, live) => isLeftBy(of(about), live),
    unused: (planned) =>
      compiled.filter((one) => !planned.some((object) => isUsed(one, object))).map(({rule}) => unusedIgnore(rule)),
  };
}

const isLeftBy =
  (rules: readonly ActiveRule[], live: JsonObject) =>
  (path: FieldPath): boolean =>
    !isOwnershipField(path) && isLeft({rules, live}, path);

const isAbout = ({id, kind, name}: IgnoreRule, {identity, resource, ownId}: About): boolean =>
  (id === undefined || id === resource.id || id === ownId) &&
  (kind === undefined || kind === identity.kind) &&
  (name === undefined || name === identity.name);

/** Tools whose fields become ours with an adoption: nobody else would own the fields that they leave. */
const PASSING = takeOverManagers();

function leave(target: Target, live: JsonObject, rules: readonly ActiveRule[]): Target {
  const {schema} = target.kind;
  const desired = leaveToOthers({
    desired: target.desired,
    fields: target.fields,
    live,
    held: ownEntry(live, target.identity.apiVersion),
    schema,
    rules,
    mine: isOwnershipField,
    passing: (owner) => takeOverManagerOf(owner, PASSING) !== undefined,
  });
  const fields = desired === target.desired ? target.fields : fieldSetOf(desired, schema);
  return {
    ...target,
    desired,
    fields,
    digest: once(() => digestOf(target, desired)),
    left: isLeftBy(rules, live),
    leaveAgain: (fresh) => leave(fresh, live, rules),
  };
}

/**
 * Returns the target for a new object that replaces a live one. Nobody else owns its fields yet, so fields that are
 * left out would be lost: they get the values that others have given them.
 */
export function keepLeft(target: Target, live: JsonObject): Target {
  const {left, written, kind} = target;
  if (left === undefined) return target;
  const desired = leaves(toFieldSet(written, kind.schema))
    .filter(left)
    .reduce((object, path) => copyValueAt(object, live, path, kind.schema), target.desired);
  const fields = fieldSetOf(desired, kind.schema);
  return {...target, desired, fields, digest: once(() => digestOf(target, desired))};
}

/**
 * Returns the digest for the record. If other values than the desired ones are sent, the digest must differ, so that a
 * removed rule counts as a change. Fields that are only left out are known from the field set, so a record from before
 * the rule stays valid.
 */
const digestOf = ({desired: wanted, digest, seal, kind}: Target, sent: JsonObject): string =>
  equalOn(sent, wanted, kind.schema) ? digest() : digestRedacted(seal(sent));

/** Reports whether a rule is used: its path is one of the desired or live object, and its manager exists or may come with the object. */
function isUsed({rule, path, manager}: Compiled, {target, live}: PlannedObject): boolean {
  if (!isAbout(rule, target)) return false;
  if (path === undefined) return live === undefined || managersOf(live).has(manager);
  const {schema} = target.kind;
  const covered = (set: FieldSet) => leaves(set).some((leaf) => coversPath(path, leaf));
  // A field that was left out is still desired.
  const objects = [target.written, ...(live === undefined ? [] : [live])];
  return covered(target.fields) || objects.some((object) => covered(toFieldSet(object, schema)));
}

function managersOf({metadata}: JsonObject): ReadonlySet<Json | undefined> {
  const entries = isObject(metadata) && isList(metadata['managedFields']) ? metadata['managedFields'] : [];
  return new Set(entries.map((entry) => (isObject(entry) ? entry['manager'] : undefined)));
}
