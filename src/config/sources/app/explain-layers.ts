import {idOfMade} from '../../../core/module/declared-resource.ts';
import type {Place} from '../../../core/variation/located.ts';
import type {SettingLayer, Step} from '../../../core/variation/trace.ts';
import {type ApplicationLayers, overlayPath} from '../../application/read-layers.ts';
import type {ExpandedLayers} from './expand-layers.ts';
import {generateApplications} from './generate.ts';
import type {Generation} from './generation.ts';
import type {Made} from './made.ts';
import {locateMade, patchedNode} from './made-origin.ts';
import {keysOf} from './uses-of.ts';

/** The layers of applications, and their objects. */
export type Layered = {
  readonly layers: ApplicationLayers;
  readonly expanded: ExpandedLayers;
  /** The objects of all layers. */
  readonly made: readonly Made[];
  readonly generation: Omit<Generation, 'platform'>;
};

/**
 * Returns a function that lists the layers of an object, from the first to the last: `default` of the workspace, its block for the project, the
 * application, the file of the workspace, the context, the patches of modules.
 */
export async function explainLayers(layered: Layered): Promise<(of: Made) => readonly Step[]> {
  const {layers, expanded, generation} = layered;
  const {base, whole} = layers;
  const common = (module: string) => expanded.platform(module)?.common;
  const all = (module: string) => expanded.platform(module)?.whole;
  const wanted: readonly Parameters<typeof generateApplications>[] = [
    [base, {...generation, platform: common, platformFirst: true}],
    [base, {...generation, platform: all, platformFirst: true}],
    [base, {...generation, platform: all}],
    [whole, {...generation, platform: all}],
  ];
  const before: ReadonlyMap<string, Made>[] = [];
  for (const [node, settings] of wanted) {
    const made = await madeOf(node, settings);
    before.push(new Map(made.map((one) => [idOfMade(one.object), one])));
  }
  const of = layerOf(base.place.origin.file, generation.workspace);
  return (last) => {
    const id = idOfMade(last.object);
    const earlier = before.flatMap((objects): readonly Step[] => {
      const one = objects.get(id);
      return one === undefined ? [] : [{layer: {kind: 'made', of}, node: locateMade(one)}];
    });
    // Without values of the context, the layer of the context does not exist.
    const isExpanded = keysOf(expanded.applications).length > 0 && expanded.contextUses.length > 0;
    const kind = isExpanded && earlier.length > 0 ? ({kind: 'context'} as const) : ({kind: 'made', of} as const);
    const steps: Step[] = [...earlier, {layer: kind, node: locateMade(last)}];
    for (const patch of last.patched?.() ?? []) {
      const node = steps.at(-1)?.node;
      if (node !== undefined)
        steps.push({layer: {kind: 'module-patch', module: patch.source.module}, node: patchedNode(node, patch)});
    }
    return steps;
  };
}

/** Returns the objects of a layer that was not checked: before the context is expanded, a value may have another type. */
export async function madeOf(...[node, generation]: Parameters<typeof generateApplications>): Promise<readonly Made[]> {
  try {
    return await generateApplications(node, generation);
  } catch {
    return [];
  }
}

/** Returns the function that names the layer of a setting by its file, and by its block in `modules`. */
function layerOf(own: string, workspace: string): (place: Place) => SettingLayer {
  const overlay = overlayPath(own, workspace);
  return ({origin: {file}, path}) => {
    if (file === own) return {layer: 'source'};
    if (file === overlay) return {layer: 'overlay'};
    return {layer: 'modules', op: String(path[path.indexOf('configs') + 1] ?? 'default')};
  };
}
