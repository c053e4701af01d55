import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isStaying} from '../../core/plan/is-staying.ts';
import type {Change, FieldChange, Plan} from '../../core/plan/plan.ts';
import type {PlanBases, SeenObject} from '../../core/plan/plan-file.ts';
import {refines} from '../../core/plan/refines.ts';
import {describeCluster, sameCluster, sameEvidence} from '../../core/workspace/cluster-identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';

/** A plan and the state that it is based on. */
export type PlanWithBases = {readonly plan: Plan; readonly bases: PlanBases};

/**
 * Returns everything that has changed since a plan was saved, one sentence each; if there is nothing, the plan is still
 * valid (engine rules, section 6). Consequences of a change that is already named are left out.
 */
export function staleBases(saved: PlanWithBases, now: PlanWithBases): readonly Diagnostic[] {
  const wanted = [...staleSpec(saved.bases, now.bases), ...staleSecrets(saved.bases, now.bases)];
  const live = staleObjects(saved.bases, now.bases);
  const terraform = staleTerraform(saved.bases, now.bases);
  const named = new Set([...wanted, ...live].flatMap(({resource}) => resource ?? []));
  return [
    ...staleHead(saved, now),
    ...staleCluster(saved.plan, now.plan),
    ...staleWorkspace(saved, now),
    ...staleFacts(saved.bases, now.bases),
    ...terraform,
    ...wanted,
    ...live,
    ...staleInputs(saved.bases, now.bases, [...terraform, ...wanted, ...live]),
    ...staleResults(saved, now).filter(({resource}) => resource === undefined || !named.has(resource)),
  ];
}

const stale = (what: string, message: string, resource?: string): Diagnostic => ({
  severity: 'error',
  code: `plan/${what}-moved`,
  message,
  ...defined({resource}),
});

function staleHead(saved: PlanWithBases, now: PlanWithBases): readonly Diagnostic[] {
  const [then, found] = [saved.bases.head, now.bases.head];
  const same = then?.release === found?.release && then?.pending === found?.pending;
  // A first plan is created with a new lineage; another first release has a different one.
  if (same && saved.plan.lineage === now.plan.lineage) return [];
  if (found === undefined) return [stale('head', 'the releases that the plan is based on no longer exist')];
  if (then?.release === found.release && found.pending !== undefined)
    return [stale('head', `a run of revision ${now.plan.revision - 1} started after the plan was created`)];
  return [stale('head', `revision ${found.revision} was released after the plan was created`)];
}

function staleCluster({cluster: then}: Plan, {cluster: found}: Plan): readonly Diagnostic[] {
  // The identity was determined in another way (with other permissions): then the address decides, as for the pin.
  const same = sameEvidence(then, found) ? sameCluster(then, found) : then.server === found.server;
  if (same) return [];
  return [stale('cluster', `the plan is for cluster ${describeCluster(then)}, but this is ${describeCluster(found)}`)];
}

function staleWorkspace(saved: PlanWithBases, now: PlanWithBases): readonly Diagnostic[] {
  const differing = differences(saved.bases.workspace, now.bases.workspace);
  if (differing.length === 0) return [];
  const names = differing.map(({name}) => name).join(', ');
  return [stale('workspace', `the workspace ${saved.plan.workspace} was edited: ${names}`)];
}

/** Sources that were built with other facts about the cluster may have produced other objects. */
const staleFacts = (saved: PlanBases, now: PlanBases): readonly Diagnostic[] =>
  differences(saved.facts ?? {}, now.facts ?? {}).map(({name}) =>
    stale('fact', `a fact about the cluster that the sources use has changed: ${name}`),
  );

/** A plan file of Terraform is valid for one state, one program and the same providers. */
function staleTerraform({terraform: then}: PlanBases, {terraform: found}: PlanBases): readonly Diagnostic[] {
  if (then === undefined || found === undefined) return [];
  return [
    ...(then.program === found.program
      ? []
      : [stale('terraform', `version ${then.program} of terraform made the plan, and this is ${found.program}`)]),
    ...(then.state === found.state ? [] : [stale('terraform', 'the Terraform state has changed')]),
    ...(then.providers === found.providers
      ? []
      : [stale('terraform', 'other versions of the Terraform providers are used')]),
  ];
}

/** Reports that a value of Terraform resources changed, if nothing that is already named can be the cause. */
function staleInputs(saved: PlanBases, now: PlanBases, named: readonly Diagnostic[]): readonly Diagnostic[] {
  const isSame = saved.terraform?.inputs === now.terraform?.inputs;
  // A value of a stack that the same run applies first may be known now.
  if (isSame || named.length > 0 || saved.awaits !== undefined) return [];
  return saved.terraform === undefined || now.terraform === undefined
    ? []
    : [stale('terraform', 'a value that the Terraform resources take has changed')];
}

function staleSpec(saved: PlanBases, now: PlanBases): readonly Diagnostic[] {
  return differences(saved.spec, now.spec).map(({name, how}) => stale('spec', SPEC_WORDS[how](name), name));
}

const SPEC_WORDS = {
  changed: (id: string) => `the configuration of ${id} in the stack was edited`,
  added: (id: string) => `${id} was added to the stack`,
  removed: (id: string) => `${id} was removed from the stack`,
} as const;

function staleSecrets(saved: PlanBases, now: PlanBases): readonly Diagnostic[] {
  return Object.keys(saved.secrets).flatMap((id) => {
    const found = now.secrets[id];
    // A Secret that was added or removed as a whole is reported as a change of the spec.
    if (found === undefined) return [];
    return differences(saved.secrets[id] ?? {}, found)
      .filter(({how}) => how === 'changed')
      .map(({name}) => stale('secret', `the secret value ${name} of ${id} has changed`, id));
  });
}

function staleObjects(saved: PlanBases, now: PlanBases): readonly Diagnostic[] {
  return Object.entries(saved.objects).flatMap(([id, then]) => {
    const found = now.objects[id];
    const message = found === undefined ? undefined : objectText(id, then, found);
    return message === undefined ? [] : [stale('object', message, id)];
  });
}

function objectText(id: string, then: SeenObject, now: SeenObject): string | undefined {
  if (then.uid !== undefined && now.uid === undefined) return `${id} is no longer in the cluster`;
  if (then.uid === undefined && now.uid !== undefined) return `${id} now exists in the cluster`;
  if (then.uid !== now.uid) return `${id} was deleted and recreated in the cluster`;
  return then.live !== undefined && now.live !== undefined && then.live !== now.live
    ? `${id} was changed in the cluster`
    : undefined;
}

/** Compares the changes of two plans with the same input: the server may answer differently, or a sent value comes from something that changed. */
function staleResults(saved: PlanWithBases, now: PlanWithBases): readonly Diagnostic[] {
  const awaits = (saved.bases.awaits ?? []).length > 0;
  const found = new Map(now.plan.changes.map((change) => [change.id, change]));
  const gone = saved.plan.changes.flatMap((then) => {
    const change = found.get(then.id);
    found.delete(then.id);
    if (change === undefined && awaits && isNamespace(then)) return [];
    if (change === undefined)
      return [stale('result', `${then.id} needs no change any more: the plan says ${then.action}`, then.id)];
    if (awaits && refines(then, change)) return [];
    const message = resultText(then, change) ?? sendsText(then.id, saved.bases.objects, now.bases.objects);
    return message === undefined ? [] : [stale('result', message, then.id)];
  });
  const come = [...found.values()]
    .filter((change) => !(awaits && isNamespace(change)))
    .map(({id, action}) => stale('result', `${id} now needs a change that is not in the plan: ${action}`, id));
  return [...gone, ...come];
}

/** Reports whether a change creates a Namespace. The stack's own namespace is in no file, and another stack of the run may have created it. */
const isNamespace = ({id, action}: Change): boolean => action === 'create' && id.startsWith('v1:Namespace:');

function resultText(then: Change, now: Change): string | undefined {
  const {id} = then;
  if (then.action !== now.action) return `the plan says ${then.action} for ${id}, but it would now be ${now.action}`;
  if (then.blocked?.needs !== now.blocked?.needs)
    return now.blocked === undefined
      ? `${id} was blocked in the plan, but is not blocked any more`
      : `${id} is now blocked: ${now.blocked.because}`;
  if (othersIn(now) > othersIn(then))
    return `${id} would also delete more objects that do not belong to the stack than the plan says`;
  const [fieldsThen, fieldsNow] = [happening(then), happening(now)];
  if (deepEqual(fieldsThen.map(said), fieldsNow.map(said))) return undefined;
  const paths = new Set(fieldsThen.map(({path}) => path));
  const other = fieldsNow.find((field) => !fieldsThen.some((one) => deepEqual(said(one), said(field))));
  const path = other?.path ?? [...paths].find((one) => !fieldsNow.some((field) => field.path === one)) ?? '';
  return `the changes to ${id} now differ from the plan, first at ${path}`;
}

/** Returns the changes that the plan makes, without additions of others that stay. */
const happening = ({fields}: Change): readonly FieldChange[] => fields.filter((field) => !isStaying(field));

const othersIn = ({takesAlong}: Change): number => takesAlong?.others ?? 0;

/** Returns what will happen to the field. Who changed it, when, and where it is written may differ. */
const said = ({path, before, after, sensitive, unknown, yielded}: FieldChange) => ({
  path,
  before,
  after,
  sensitive,
  unknown,
  yielded,
});

function sendsText(id: string, then: PlanBases['objects'], now: PlanBases['objects']): string | undefined {
  const [before, after] = [then[id]?.sends, now[id]?.sends];
  return before === undefined || after === undefined || before === after
    ? undefined
    : `${id} takes a value that has changed`;
}

type Difference = {readonly name: string; readonly how: 'changed' | 'added' | 'removed'};

function differences(
  then: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].toSorted();
  return names.flatMap((name): Difference[] => {
    const [before, after] = [own(then, name), own(now, name)];
    if (before === after) return [];
    return [{name, how: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'}];
  });
}

const own = (record: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
