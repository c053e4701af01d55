import {isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {jsonAt} from '../../../core/json-at.ts';
import {accessoriesNamed, expandOutputs, type Outputs} from '../../../core/module/expand-outputs.ts';
import type {WorkloadFacts} from '../../../core/module/module.ts';
import {type Located, partOf, withField} from '../../../core/variation/located.ts';
import {MODULES} from '../../../registry/modules.ts';
import type {Collected} from './collected.ts';
import type {Generation, Use} from './generation.ts';
import type {Made, MadeSource} from './made.ts';
import {markAll} from './mark-generated.ts';
import type {Patching} from './patch-made.ts';
import {problemAt} from './problem-at.ts';
import {runUse} from './run-use.ts';
import {useSettings} from './use-settings.ts';
import {keysOf} from './uses-of.ts';
import {withAnnotations} from './with-annotations.ts';

/** The objects, patches and outputs of a use of a module. */
export type UseMade = {
  readonly use: Use;
  readonly objects: readonly Made[];
  readonly patches: Patching['patches'];
  /** The use, as the source of its patches. */
  readonly source: MadeSource;
  readonly outputs: JsonObject;
  readonly workload: WorkloadFacts | undefined;
};

/** The application of a use, and the uses that come before it. */
export type Making = {
  readonly application: Located;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly before: ReadonlyMap<string, Promise<Collected<UseMade | undefined>>>;
  readonly generation: Generation;
};

/** Returns the key of a use in its application: the accessory; empty for the workload. */
export const keyOf = ({accessory = ''}: Use): string => accessory;

/** Returns the outputs of accessories. */
export const outputsOf = (made: readonly UseMade[]): Outputs =>
  Object.fromEntries(made.flatMap(({use, outputs}) => (use.accessory === undefined ? [] : [[use.accessory, outputs]])));

/**
 * Runs a use after the workload and the accessories whose outputs it needs. Returns undefined if it failed, or if one of them failed: the cause is
 * reported there.
 */
export async function makeUse(use: Use, making: Making): Promise<UseMade | undefined> {
  const {application, labels, annotations, before, generation} = making;
  const workload = await before.get('');
  const outputs = await outputsFor(use, before);
  if (outputs === undefined) return undefined;
  const platform = generation.platform(use.module);
  const expanded = use.accessory === undefined ? use : withOutputs(use, outputs, generation);
  const own = generation.platformFirst === true ? withoutFields(expanded, platform) : expanded;
  const run = {labels, workload: workload?.value?.workload, platform, generation};
  const made = await runUse(own, run);
  const {config, generated} = made;
  if (generated === undefined) return undefined;
  const found = await useSettings({use: own, run, application, made}, generated);
  const source = {module: use.module, node: use.node, ...found};
  return {
    use,
    objects: markAll(generated.resources, use, generation).map(({object, values}, index) => ({
      object: withAnnotations(object, annotations),
      values,
      application: use.application,
      config,
      isWorkload: use.accessory === undefined,
      source: {...source, index},
    })),
    patches: (generated.patches ?? []).map((patch) => ({accessory: keyOf(use), module: use.module, patch})),
    source: {...source, index: generated.resources.length},
    outputs: generated.outputs ?? {},
    workload: generated.workload,
  };
}

/** Returns the outputs that a use needs; undefined if one of their accessories failed. */
async function outputsFor({node}: Use, before: Making['before']): Promise<Outputs | undefined> {
  const named = isObject(node.value) ? [...accessoriesNamed(node.value)] : [];
  const needed = await Promise.all(named.flatMap((one) => before.get(one) ?? []));
  if (needed.some(({value}) => value === undefined)) return undefined;
  // The hint of the error for an unknown accessory needs all accessories before this use.
  const all = named.every((one) => before.has(one)) ? needed : await Promise.all(before.values());
  return outputsOf(all.flatMap(({value}) => value ?? []));
}

/** Replaces the outputs in the fields of an accessory. */
function withOutputs(use: Use, outputs: Outputs, {report}: Generation): Use {
  const {value} = use.node;
  if (!isObject(value)) return use;
  // The built-in modules copy their fields into objects, whose readers would see the reference in place of the value.
  const expanded = expandOutputs(value, outputs, {acceptsSecrets: !Object.hasOwn(MODULES, use.module)});
  for (const {path, ...problem} of expanded.problems) report(problemAt(use.node, path, problem));
  return expanded.value === value ? use : {...use, node: revalued(use.node, expanded.value)};
}

/** Returns another value whose parts keep their positions. */
const revalued = (node: Located, value: Json): Located => ({
  value,
  place: node.place,
  parts: new Map(
    [...(node.parts ?? [])].flatMap(([step, part]) => {
      const own = jsonAt(value, [step]);
      return own === undefined ? [] : [[step, revalued(part, own)]];
    }),
  ),
});

/** Returns a use without the fields that the platform sets too. */
function withoutFields(use: Use, platform: Located | undefined): Use {
  return platform === undefined ? use : {...use, node: without(use.node, platform)};
}

const without = (node: Located, other: Located): Located =>
  keysOf(other).reduce((left, key) => {
    const [own, same] = [partOf(left, key), partOf(other, key)];
    if (own === undefined || same === undefined) return left;
    return withField(left, key, isObject(own.value) && isObject(same.value) ? without(own, same) : undefined);
  }, node);
