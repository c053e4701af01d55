import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import type {Naming} from '../../../core/module/module.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import {idOfObject} from '../../../core/resource/id.ts';
import {escapeContext} from '../../../core/variation/expand-context.ts';
import {locate} from '../../../core/variation/located.ts';
import type {ContextUse, Layer, Step} from '../../../core/variation/trace.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {checkApplications} from '../../application/check-applications.ts';
import type {ApplicationLayers} from '../../application/read-layers.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built, SourceEntry} from '../source.ts';
import {checkMade} from './check-made.ts';
import {type ExpandedLayers, expandLayers} from './expand-layers.ts';
import {generateApplications} from './generate.ts';
import {generatedGroups} from './generated-groups.ts';
import type {Generation} from './generation.ts';
import type {Made} from './made.ts';
import {locateMade, madeOrigin} from './made-origin.ts';
import {keysOf} from './uses-of.ts';
import type {WorkspaceModules} from './workspace-modules.ts';

/** The entry of the application file, and the names of its objects. */
export type Building = {
  readonly entry: SourceEntry;
  readonly naming: Naming;
  readonly modules: WorkspaceModules;
};

/** Builds the objects of all applications of a file. */
export async function buildApplications(layers: ApplicationLayers, building: Building): Promise<Built> {
  const expanded = expandLayers(layers, building.entry);
  const {applications, platform} = expanded;
  if (expanded.diagnostics.some(isError)) return {candidates: [], diagnostics: expanded.diagnostics};
  const wrong = checkApplications(applications, (module) => platform(module)?.whole, building.modules.names);
  const problems = [...expanded.diagnostics, ...wrong];
  if (problems.some(isError)) return {candidates: [], diagnostics: problems};
  const generation = generationOf(building);
  const platformOf = (module: string) => platform(module)?.whole;
  const made = await generateApplications(applications, {
    ...generation,
    platform: platformOf,
    report: (problem) => {
      // Two uses of a module share the fields of the platform.
      if (!problems.some((one) => deepEqual(one, problem))) problems.push(problem);
    },
  });
  if (problems.some(isError)) return {candidates: [], diagnostics: problems};
  const before = isVaried(layers, expanded, building) ? await earlierLayers(layers, expanded, building) : [];
  const diagnostics: Diagnostic[] = [...problems];
  const candidates = made.map((one): Candidate => {
    const object = literally(one.object);
    const origin = madeOrigin(one, building.naming);
    diagnostics.push(...checkMade(object, origin));
    const id = idOfObject(object);
    const own = before[0]?.made.get(id);
    return {
      object,
      origin,
      isExpandable: true,
      dependsOn: [],
      extensions: {},
      ...defined({
        own: own === undefined || deepEqual(own.object, one.object) ? undefined : literally(own.object),
        history:
          building.entry.traced === true ? historyOf(one, before, expanded.contextUses, building.naming) : undefined,
      }),
    };
  });
  return {candidates, diagnostics, ...generatedGroups(made.flatMap(({values}) => values))};
}

/** Reports whether the workspace may change an object, or all layers are recorded. */
const isVaried = (
  {base, whole}: ApplicationLayers,
  {contextUses}: ExpandedLayers,
  {entry: {workspace, traced}}: Building,
): boolean => traced === true || base !== whole || contextUses.length > 0 || keysOf(workspace?.modules).length > 0;

const generationOf = ({
  entry: {names, workspace, namespace},
  naming,
  modules,
}: Building): Omit<Generation, 'platform'> => ({
  names,
  workspace: workspace?.name ?? '',
  namespace,
  naming,
  context: workspace?.context ?? {},
  modules,
  report: () => undefined,
});

/** Returns an object whose texts are not expanded again: values of the context are already in it. */
const literally = (object: JsonObject): JsonObject =>
  mapStrings(object, (text) => (text.includes('{context:') ? escapeContext(text) : text));

const none = () => undefined;

/** The objects of a layer by their ids. */
type MadeLayer = {readonly layer: Layer; readonly made: ReadonlyMap<string, Made>};

/**
 * Returns the objects of the layers below the last one, if the workspace changes anything. The first layer has no part of the workspace. The
 * others are made for explanations only.
 */
async function earlierLayers(
  {base, whole}: ApplicationLayers,
  {applications, platform}: ExpandedLayers,
  building: Building,
): Promise<readonly MadeLayer[]> {
  const common = (module: string) => platform(module)?.common;
  const all = (module: string) => platform(module)?.whole;
  const generation = generationOf(building);
  const wanted: readonly (readonly [
    Layer['kind'] & ('source' | 'overlay' | 'modules' | 'context'),
    Parameters<typeof generateApplications>,
  ])[] = [
    ['source', [base, {...generation, platform: none}]],
    ['overlay', [whole, {...generation, platform: none}]],
    ['modules', [whole, {...generation, platform: common}]],
    ['modules', [whole, {...generation, platform: all}]],
    ['context', [applications, {...generation, platform: all}]],
  ];
  const layers: MadeLayer[] = [];
  for (const [kind, [node, settings]] of building.entry.traced === true ? wanted : wanted.slice(0, 1)) {
    const made = await madeOf(node, settings);
    layers.push({layer: {kind}, made: new Map(made.map((one) => [idOfObject(one.object), one]))});
  }
  return layers;
}

/** Returns the objects of a layer that was not checked: before the context is expanded, a value may have another type. */
async function madeOf(...[node, generation]: Parameters<typeof generateApplications>): Promise<readonly Made[]> {
  try {
    return await generateApplications(node, generation);
  } catch {
    return [];
  }
}

/** Returns the layers that an object went through. */
function historyOf(
  last: Made,
  layers: readonly MadeLayer[],
  contextUses: readonly ContextUse[],
  naming: Naming,
): NonNullable<Candidate['history']> {
  const id = idOfObject(last.object);
  const steps = layers.flatMap(({layer, made}): readonly Step[] => {
    const one = made.get(id);
    return one === undefined ? [] : [{layer, node: locateMade(one, naming)}];
  });
  const only: Step = {layer: {kind: 'source'}, node: locate(last.object, madeOrigin(last, naming))};
  return {steps: steps.length === 0 ? [only] : steps, contextUses};
}
