import {isObject} from '../../../core/json.ts';
import {orderUses} from '../../../core/module/order-uses.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {textsIn} from '../../application/mapping.ts';
import {type Collected, collected, reported} from './collected.ts';
import {fillInOutputs} from './fill-in-outputs.ts';
import type {Generation, Use} from './generation.ts';
import type {Made} from './made.ts';
import {keyOf, makeUse, type UseMade} from './make-use.ts';
import {patchMade} from './patch-made.ts';
import {problemAt} from './problem-at.ts';
import {keysOf, usesOf} from './uses-of.ts';

/**
 * Generates the objects of all applications: in the order of names, the workload first, then the accessories by their keys. Independent modules run
 * concurrently. The result and the order of problems do not depend on their timing.
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

/** Generates the workload, then the accessories in the order of their outputs, and applies the patches of accessories. */
async function generateOne(application: string, node: Located, generation: Generation): Promise<readonly Made[]> {
  const labels = textsIn(partOf(node, 'labels')?.value);
  const annotations = textsIn(partOf(node, 'annotations')?.value);
  const uses = ordered(usesOf(application, node), generation);
  const runs = new Map<string, Promise<Collected<UseMade | undefined>>>();
  for (const use of uses) {
    const before = new Map(runs);
    const making = {application: node, labels, annotations, before};
    runs.set(
      keyOf(use),
      collected(generation, (own) => makeUse(use, {...making, generation: own})),
    );
  }
  const ended = await Promise.all(runs.values());
  const made = ended.flatMap((one) => reported(one, generation) ?? []);
  if (made.length < uses.length) return [];
  const {objects, patches} = fillInOutputs(made, generation);
  return patchMade(objects, {
    node,
    workload: made.find(({workload}) => workload !== undefined)?.workload,
    // A recipe has no workload that its module could change.
    patches: partOf(node, 'workload') === undefined ? [] : patches,
    sources: new Map(made.map(({use, source}) => [keyOf(use), source])),
    generation,
  });
}

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
