import {type Diagnostic, isError} from '../../../core/diagnostic/diagnostic.ts';
import type {JsonObject} from '../../../core/json.ts';
import {idOfMade, isDeclared} from '../../../core/module/declared-resource.ts';
import type {Naming} from '../../../core/module/module.ts';
import {mapStrings} from '../../../core/reference/map-strings.ts';
import {escapeContext} from '../../../core/variation/expand-context.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {checkApplications} from '../../application/check-applications.ts';
import type {ApplicationLayers} from '../../application/read-layers.ts';
import type {Candidate} from '../../manifests/candidate.ts';
import type {Built, SourceEntry} from '../source.ts';
import {specCandidate} from '../spec/spec-candidate.ts';
import {checkMade} from './check-made.ts';
import {type ExpandedLayers, expandLayers} from './expand-layers.ts';
import {explainLayers, madeOf} from './explain-layers.ts';
import {generateApplications} from './generate.ts';
import {generatedGroups} from './generated-groups.ts';
import type {Generation} from './generation.ts';
import type {Made} from './made.ts';
import {madeOrigin} from './made-origin.ts';
import {keysOf} from './uses-of.ts';
import type {WorkspaceModules} from './workspace-modules.ts';

/** The entry of the application file, and the names of its objects. */
export type Building = {
  readonly entry: SourceEntry;
  readonly naming: Naming;
  readonly modules: WorkspaceModules;
  /** True for a recipe: it has no workload. */
  readonly isRecipe?: boolean;
};

/** Builds the objects of all applications of a file. */
export async function buildApplications(layers: ApplicationLayers, building: Building): Promise<Built> {
  const expanded = expandLayers(layers, building.entry);
  const {applications, platform} = expanded;
  if (expanded.diagnostics.some(isError)) return {candidates: [], diagnostics: expanded.diagnostics};
  const wrong = checkApplications(applications, (module) => platform(module)?.whole, {
    ofWorkspace: building.modules.names,
    isRecipe: building.isRecipe === true,
  });
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
  const without = isVaried(layers, expanded, building) ? await ownObjects(layers, building) : undefined;
  const steps = building.entry.traced === true ? await explainLayers({layers, expanded, made, generation}) : undefined;
  const diagnostics: Diagnostic[] = [...problems];
  const candidates = made.map((one): Candidate => {
    const object = literally(one.object);
    const origin = madeOrigin(one);
    const own = without?.get(idOfMade(object));
    const ownObject = own === undefined || deepEqual(own.object, one.object) ? undefined : literally(own.object);
    if (isDeclared(object))
      return {
        ...specCandidate(object, origin),
        ...defined({own: ownObject !== undefined && isDeclared(ownObject) ? ownObject.attributes : undefined}),
      };
    diagnostics.push(...checkMade(object, origin));
    return {
      object,
      origin,
      isExpandable: true,
      dependsOn: [],
      extensions: {},
      ...defined({
        own: ownObject,
        history: steps && {steps: steps(one), contextUses: expanded.contextUses},
      }),
    };
  });
  return {candidates, diagnostics, ...generatedGroups(made.flatMap(({values}) => values))};
}

/** Reports whether the workspace may change an object. */
const isVaried = (
  {base, whole}: ApplicationLayers,
  {contextUses}: ExpandedLayers,
  {entry: {workspace}}: Building,
): boolean => base !== whole || contextUses.length > 0 || keysOf(workspace?.modules).length > 0;

const generationOf = ({
  entry: {names, workspace, namespace, traced},
  naming,
  modules,
}: Building): Omit<Generation, 'platform'> => ({
  traced: traced === true,
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

/** Returns the objects without the settings of the workspace. A value may have another type before the context is expanded. */
async function ownObjects({base}: ApplicationLayers, building: Building): Promise<ReadonlyMap<string, Made>> {
  const made = await madeOf(base, {...generationOf(building), platform: none});
  return new Map(made.map((one) => [idOfMade(one.object), one]));
}
