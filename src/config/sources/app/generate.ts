import type {Diagnostic} from '../../../core/diagnostic/diagnostic.ts';
import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {accessoriesNamed, expandOutputs, type Outputs} from '../../../core/module/expand-outputs.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {orderUses} from '../../../core/module/order-uses.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {objectName} from './application-names.ts';
import type {Generation, Use} from './generation.ts';
import type {Made} from './made.ts';
import {type Patching, patchMade} from './patch-made.ts';
import {problemAt} from './problem-at.ts';
import {runUse} from './run-use.ts';
import {keysOf, usesOf} from './uses-of.ts';

/**
 * Generates the objects of all applications: in the order of names, the workload first, then the accessories by their keys. What does not need
 * each other is made at once; the result and the order of problems do not depend on which ends first.
 */
export async function generateApplications(applications: Located, generation: Generation): Promise<readonly Made[]> {
  const all = await Promise.all(
    keysOf(applications).flatMap((application) => {
      const node = partOf(applications, application);
      return node === undefined ? [] : [collected(generation, (own) => generateOne(application, node, own))];
    }),
  );
  return all.flatMap((one) => reported(one, generation));
}

/** Makes the workload, then each accessory after those whose outputs it uses, and applies the patches of accessories. */
async function generateOne(application: string, node: Located, generation: Generation): Promise<readonly Made[]> {
  const uses = ordered(usesOf(application, node), generation);
  const texts = {
    labels: textsOf(partOf(node, 'labels')?.value),
    annotations: textsOf(partOf(node, 'annotations')?.value),
  };
  const runs = new Map<string, Promise<Collected<UseMade | undefined>>>();
  for (const use of uses) {
    const earlier = new Map(runs);
    runs.set(
      keyOf(use),
      collected(generation, (own) => makeUse(use, {...texts, runs: earlier, generation: own})),
    );
  }
  const ended = await Promise.all(runs.values());
  const made = ended.map((one) => reported(one, generation));
  const complete = made.filter((one) => one !== undefined);
  if (complete.length < uses.length) return [];
  const outputs = outputsOf(complete);
  const whole = complete.flatMap(({objects}) =>
    objects.map((one) => (one.isWorkload ? {...one, object: filledIn(one, outputs, generation)} : one)),
  );
  const workload = complete.find((one) => one.workload !== undefined)?.workload;
  return patchMade(whole, {node, workload, patches: complete.flatMap(({patches}) => patches), generation});
}

/** What was made, with the problems that were found. */
type Collected<T> = {readonly value: T; readonly problems: readonly Diagnostic[]};

/** Collects the problems of work that runs beside other work, so that they can be reported in order. */
async function collected<T>(generation: Generation, work: (own: Generation) => Promise<T>): Promise<Collected<T>> {
  const problems: Diagnostic[] = [];
  return {value: await work({...generation, report: (problem) => problems.push(problem)}), problems};
}

function reported<T>({value, problems}: Collected<T>, {report}: Generation): T {
  for (const problem of problems) report(problem);
  return value;
}

/** What a use of a module made. */
type UseMade = {
  readonly accessory: string | undefined;
  readonly objects: readonly Made[];
  readonly patches: Patching['patches'];
  readonly outputs: JsonObject;
  readonly workload: WorkloadFacts | undefined;
};

type Making = {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The uses that come before this one. */
  readonly runs: ReadonlyMap<string, Promise<Collected<UseMade | undefined>>>;
  readonly generation: Generation;
};

const keyOf = ({accessory = ''}: Use): string => accessory;

/** Runs a use after the workload and the accessories whose outputs it needs. Returns undefined if one of them failed: the cause is reported there. */
async function makeUse(use: Use, {labels, annotations, runs, generation}: Making): Promise<UseMade | undefined> {
  const {accessory} = use;
  const first = await [...runs.values()][0];
  const named = isObject(use.node.value) ? [...accessoriesNamed(use.node.value)] : [];
  // An unknown accessory is an error, whose hint names one of all those before.
  const isKnown = named.every((one) => runs.has(one));
  const needed = await Promise.all(named.flatMap((one) => runs.get(one) ?? []));
  if (needed.some(({value}) => value === undefined)) return undefined;
  const before = isKnown ? needed : await Promise.all(runs.values());
  const outputs = outputsOf(before.flatMap(({value}) => value ?? []));
  const own = accessory === undefined ? use : withOutputs(use, outputs, generation);
  const platform = generation.platform(use.module);
  const {config, generated} = await runUse(own, {labels, workload: first?.value?.workload, platform, generation});
  if (generated === undefined) return undefined;
  const name = objectName({...generation.names, application: use.application, naming: generation.naming}, accessory);
  const isWorkload = accessory === undefined;
  return {
    accessory,
    objects: generated.resources.map((object) => ({
      object: withAnnotations(object, annotations),
      application: use.application,
      name,
      config,
      isWorkload,
    })),
    patches: (generated.patches ?? []).map((patch) => ({accessory: keyOf(use), module: use.module, patch})),
    outputs: generated.outputs ?? {},
    workload: generated.workload,
  };
}

const outputsOf = (made: readonly UseMade[]): Outputs =>
  Object.fromEntries(made.flatMap(({accessory, outputs}) => (accessory === undefined ? [] : [[accessory, outputs]])));

/** Orders the uses of an application by their outputs. A cycle is a problem, and its accessories are left out. */
function ordered(uses: readonly Use[], {report}: Generation): readonly Use[] {
  const accessories = uses.filter(({accessory}) => accessory !== undefined);
  const found = orderUses(
    Object.fromEntries(accessories.map(({accessory, node}) => [accessory, isObject(node.value) ? node.value : {}])),
  );
  const workloads = uses.filter(({accessory}) => accessory === undefined);
  if ('order' in found)
    return [...workloads, ...found.order.flatMap((key) => accessories.filter(({accessory}) => accessory === key))];
  const first = accessories.find(({accessory}) => accessory === found.cycle[0]);
  if (first !== undefined)
    report(
      problemAt(first.node, [], {
        message: `the accessories need outputs of each other: ${found.cycle.join(' → ')}`,
        hint: 'Remove one of these `${output:…}`.',
      }),
    );
  return workloads;
}

/** Replaces the outputs in the fields of an accessory. */
function withOutputs(use: Use, outputs: Outputs, {report}: Generation): Use {
  const {value} = use.node;
  if (!isObject(value)) return use;
  const expanded = expandOutputs(value, outputs);
  for (const {path, ...problem} of expanded.problems) report(problemAt(use.node, path, problem));
  return expanded.value === value ? use : {...use, node: {value: expanded.value, place: use.node.place}};
}

/** Replaces the outputs in an object of the workload, which was made before there were outputs. */
function filledIn({object, config}: Made, outputs: Outputs, {report}: Generation): JsonObject {
  const {value, problems} = expandOutputs(object, outputs, {asText: true});
  // The paths in the object are not those in the file: the same reference in the fields has the place.
  const written =
    problems.length > 0 && isObject(config.value) ? [...expandOutputs(config.value, outputs).problems] : [];
  for (const {path: _, ...problem} of problems) {
    const at = written.findIndex(({message}) => message === problem.message);
    const [found] = at === -1 ? [] : written.splice(at, 1);
    report(problemAt(config, found?.path ?? [], problem));
  }
  return value;
}

const textsOf = (value: Json | undefined): Readonly<Record<string, string>> =>
  isObject(value ?? null) ? (value as Readonly<Record<string, string>>) : {};

function withAnnotations(object: JsonObject, annotations: Readonly<Record<string, string>>): JsonObject {
  if (Object.keys(annotations).length === 0) return object;
  const metadata = object['metadata'] as JsonObject;
  return {...object, metadata: {...metadata, annotations: {...annotations, ...textsOf(metadata['annotations'])}}};
}
