import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {NewFile} from '../../../config/init/write-new-files.ts';
import type {KusionNamed} from '../../../config/kusion/kusion-files.ts';
import {APPLICATION_FILE} from '../../../config/sources/app/application-file.ts';
import {writeYaml} from '../../../config/yaml/write-yaml.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {defined} from '../../../lib/defined.ts';
import type {PlannedStack, TakeoverPlan} from './plan-takeover.ts';

/** Returns the files of projects and stacks, relative to the target directory. */
export const takenFiles = ({projects, stacks}: Pick<TakeoverPlan, 'projects' | 'stacks'>): readonly NewFile[] => [
  ...[...projects].map(([name, named]) => ({path: `${name}/project.yaml`, text: writeYaml(fieldsOf(name, named))})),
  ...stacks.flatMap(stackFiles),
];

/** Returns the files of a stack: stack.yaml, the application file, and the manifests of all other objects. */
function stackFiles(stack: PlannedStack): readonly NewFile[] {
  const {form, holdsSecrets} = stack;
  const beside = besideOf(stack);
  const directory = directoryOf(stack);
  return [
    {path: `${directory}/stack.yaml`, text: stackText(stack)},
    ...(form === undefined
      ? []
      : [{path: `${directory}/${APPLICATION_FILE}`, text: `${APPLICATION_HEAD}${writeYaml(form.applications)}`}]),
    ...(form !== undefined && beside.length === 0
      ? []
      : [
          {
            path: `${directory}/spec.yaml`,
            text: writeYaml({resources: beside.map(written)}),
            ...defined({isPrivate: holdsSecrets ? (true as const) : undefined}),
          },
        ]),
  ];
}

const APPLICATION_HEAD = "# Imported from Kusion: the applications make the objects that Kusion's modules made.\n";

/** Returns the resources that no application makes. An object of an application is applied before them. */
export function besideOf({form, resources}: Pick<PlannedStack, 'form' | 'resources'>): readonly Resource[] {
  return form === undefined ? resources : resources.filter(({id}) => !form.made.has(id));
}

/** Returns the directory below the target directory, with slashes on every system. */
export const directoryOf = ({project, stack}: Pick<PlannedStack, 'project' | 'stack'>): string => `${project}/${stack}`;

const fieldsOf = (name: string, named: KusionNamed | undefined) => ({
  name,
  ...defined({
    description: named?.description ? named.description : undefined,
    labels: named?.labels && Object.keys(named.labels).length > 0 ? named.labels : undefined,
  }),
});

function stackText(planned: PlannedStack): string {
  const {stack, named, workspaces, form} = planned;
  const [only, ...others] = workspaces;
  const {namespace, patches = []} = form ?? {};
  const specs = form !== undefined && besideOf(planned).length === 0 ? [] : [{spec: 'spec.yaml'}];
  const fields = {
    ...fieldsOf(stack, named),
    // A stack for one environment must not be applied to another one by accident.
    ...defined({workspace: only === undefined || others.length > 0 ? undefined : only}),
    ...defined({namespace}),
    sources: [...(form === undefined ? [] : [{app: {file: APPLICATION_FILE, naming: 'kusion'}}]), ...specs],
    ...defined({patches: patches.length === 0 ? undefined : [...patches]}),
  };
  const head = [
    specs.length === 0 ? 'Imported from Kusion.' : 'Imported from Kusion: Kusion generated spec.yaml.',
    ...(patches.length === 0
      ? []
      : ['The patches keep labels and annotations as Kusion has set them on single objects.']),
  ];
  return `${head.map((line) => `# ${line}\n`).join('')}${writeYaml(fields)}`;
}

const written = ({id, type, attributes, dependsOn, extensions}: Resource) => ({
  id,
  type,
  attributes,
  ...defined({
    dependsOn: dependsOn.length === 0 ? undefined : dependsOn,
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  }),
});

/** Files to write, by their state on the disk. Nothing is overwritten. */
export type SortedFiles = {
  readonly fresh: readonly NewFile[];
  /** Files that already exist with the same content. */
  readonly same: readonly string[];
  /** Files that already exist with other content. */
  readonly different: readonly string[];
};

/** Sorts files into those to write, those that exist, and those that are in the way. */
export function sortFiles(directory: string, files: readonly NewFile[]): SortedFiles {
  const judged = files.map((file) => {
    const path = join(directory, file.path);
    const state = !existsSync(path) ? 'fresh' : isSame(path, file.text) ? 'same' : 'different';
    return {file, path, state};
  });
  const paths = (state: string): readonly string[] => judged.filter((one) => one.state === state).map(({path}) => path);
  return {
    fresh: judged.filter(({state}) => state === 'fresh').map(({file}) => file),
    same: paths('same'),
    different: paths('different'),
  };
}

function isSame(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}
