import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {NewFile} from '../../../config/init/write-new-files.ts';
import type {KusionNamed} from '../../../config/kusion/kusion-files.ts';
import {writeYaml} from '../../../config/yaml/write-yaml.ts';
import type {Resource} from '../../../core/resource/resource.ts';
import {defined} from '../../../lib/defined.ts';
import type {PlannedStack, TakeoverPlan} from './plan-takeover.ts';

/** Returns the files of projects and stacks, relative to the target directory. */
export const takenFiles = ({projects, stacks}: TakeoverPlan): readonly NewFile[] => [
  ...[...projects].map(([name, named]) => ({path: `${name}/project.yaml`, text: writeYaml(fieldsOf(name, named))})),
  ...stacks.flatMap((stack) => [
    {path: `${directoryOf(stack)}/stack.yaml`, text: stackText(stack)},
    {
      path: `${directoryOf(stack)}/spec.yaml`,
      text: writeYaml({resources: stack.resources.map(written)}),
      ...defined({isPrivate: stack.holdsSecrets ? (true as const) : undefined}),
    },
  ]),
];

/** Returns the directory below the target directory, with slashes on every system. */
export const directoryOf = ({project, stack}: Pick<PlannedStack, 'project' | 'stack'>): string => `${project}/${stack}`;

const fieldsOf = (name: string, named: KusionNamed | undefined) => ({
  name,
  ...defined({
    description: named?.description ? named.description : undefined,
    labels: named?.labels && Object.keys(named.labels).length > 0 ? named.labels : undefined,
  }),
});

function stackText({stack, named, workspaces}: PlannedStack): string {
  const [only, ...others] = workspaces;
  const fields = {
    ...fieldsOf(stack, named),
    // A stack for one environment must not be applied to another one by accident.
    ...defined({workspace: only === undefined || others.length > 0 ? undefined : only}),
    sources: [{spec: 'spec.yaml'}],
  };
  return `# Imported from Kusion: Kusion generated spec.yaml.\n${writeYaml(fields)}`;
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
