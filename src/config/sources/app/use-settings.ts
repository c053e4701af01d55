import type {JsonObject, JsonPath} from '../../../core/json.ts';
import {changedSettings} from '../../../core/module/changed-settings.ts';
import {type FindSetting, type MakeObjects, settingFinder} from '../../../core/module/find-setting.ts';
import type {Generated, WorkloadFacts} from '../../../core/module/module.ts';
import {knownFields} from '../../../core/schema/known-fields.ts';
import {type Located, partOf} from '../../../core/variation/located.ts';
import {canonicalJson} from '../../../lib/canonical-json.ts';
import {MODULES} from '../../../registry/modules.ts';
import {textIn, textsIn} from '../../application/mapping.ts';
import type {Use} from './generation.ts';
import {type Run, requestOf, runUse, type UseRun} from './run-use.ts';
import {withAnnotations} from './with-annotations.ts';

/** The settings of a use of a module with their positions, its objects, and the search for the setting of a field. */
export type UseSettings = {
  readonly settings: Located;
  /** The last one has the patches of the module. */
  readonly objects: readonly JsonObject[];
  readonly find: FindSetting;
};

/** A use that was run, and the application that it belongs to. */
export type RunOfUse = {readonly use: Use; readonly run: Run; readonly application: Located; readonly made: UseRun};

/** The maximum number of runs of a module of the workspace for an explanation. */
const MOST_RUNS = 200;

/** Returns the settings of a use. Built-in modules can always run again with changed settings, modules of the workspace only for explanations. */
export async function useSettings(of: RunOfUse, generated: Generated): Promise<UseSettings> {
  const {use, run} = of;
  const settings = settingsOf(of);
  const objects = objectsOf(generated, settings.value as JsonObject);
  const definition = Object.hasOwn(MODULES, use.module) ? MODULES[use.module] : undefined;
  const make: MakeObjects =
    definition === undefined
      ? run.generation.traced === true
        ? await answersTo(settings.value as JsonObject, of)
        : () => undefined
      : (changed) => {
          const {fields, name, labels} = changed;
          const workload = run.workload && renamedFacts(run.workload, use.application, textIn(name));
          const request = requestOf({...use, application: textIn(name)}, {...run, workload, labels: textsIn(labels)});
          try {
            const again = definition.generate({...request, config: fields as JsonObject, context: {}});
            return again instanceof Promise ? undefined : objectsOf(again, changed);
          } catch {
            // The module does not accept this setting.
            return undefined;
          }
        };
  const isField = (path: JsonPath): boolean =>
    definition !== undefined &&
    path[0] === 'fields' &&
    knownFields(definition.input, path.slice(1, -1)).includes(String(path.at(-1)));
  const find = settingFinder({settings: settings.value as JsonObject, objects, make, isField});
  return {settings, objects, find};
}

function settingsOf({use, run, application, made}: RunOfUse): Located {
  const isBuiltIn = Object.hasOwn(MODULES, use.module);
  const parts = new Map<string, Located>([
    ['fields', isBuiltIn ? made.config : use.node],
    ['name', {value: use.application, place: application.place}],
  ]);
  if (!isBuiltIn && run.platform !== undefined) parts.set('platform', run.platform);
  for (const marks of ['labels', 'annotations']) {
    const own = partOf(application, marks);
    if (own !== undefined) parts.set(marks, own);
  }
  return {
    value: Object.fromEntries([...parts].map(([key, {value}]) => [key, value])),
    place: use.node.place,
    parts,
  };
}

const objectsOf = ({resources, patches = []}: Generated, {annotations}: JsonObject): readonly JsonObject[] => [
  ...resources.map((object) => withAnnotations(object, textsIn(annotations))),
  {patches},
];

/** Returns the facts about the workload of an application with another name: its pods have other labels. */
const renamedFacts = (workload: WorkloadFacts, from: string, to: string): WorkloadFacts => ({
  ...workload,
  selector: Object.fromEntries(
    Object.entries(workload.selector).map(([key, value]) => [key, key === NAME_LABEL && value === from ? to : value]),
  ),
});

const NAME_LABEL = 'app.kubernetes.io/name';

/** Runs a module of the workspace with each change of its settings. */
async function answersTo(settings: JsonObject, {use, run}: RunOfUse): Promise<MakeObjects> {
  const answers = new Map<string, readonly JsonObject[]>();
  const quiet = {...run, generation: {...run.generation, report: () => undefined}};
  for (const {settings: changed} of [...changedSettings(settings)].slice(0, MOST_RUNS)) {
    const {fields = {}, platform, name, labels} = changed as JsonObject;
    const {place} = use.node;
    const {generated} = await runUse(
      {...use, application: textIn(name), node: {value: fields, place}},
      {...quiet, labels: textsIn(labels), platform: platform === undefined ? undefined : {value: platform, place}},
    );
    if (generated !== undefined) answers.set(canonicalJson(changed), objectsOf(generated, changed as JsonObject));
  }
  return (changed) => answers.get(canonicalJson(changed));
}
