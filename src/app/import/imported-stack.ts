import {projectText} from '../../config/init/sample-stack.ts';
import type {NewFile} from '../../config/init/write-new-files.ts';
import {projectDirectory} from '../../config/stack-search.ts';

/** A stack to write for imported objects. */
export type ImportedStack = {
  readonly directory: string;
  readonly name: string;
  /** What it was made of, for the reader of stack.yaml. */
  readonly from: string;
  /** Said once for all objects. */
  readonly namespace?: string | undefined;
  /** Secrets are written with references to a secret store. */
  readonly references: boolean;
};

/** What makes a directory of manifests a stack; a project above it is taken as it is. */
export function importedStack({directory, name, from, namespace, references}: ImportedStack): readonly NewFile[] {
  const sources = references
    ? ['  - manifests: manifests/**/secret-*.yaml', '    references: true', '  - manifests: manifests/**/*.yaml']
    : ['  - manifests: manifests/**/*.yaml'];
  const text = [
    `# Imported from ${from}: \`gantry preview --adopt all\` shows what adopting the objects would change.`,
    `name: ${name}`,
    ...(namespace === undefined ? [] : [`namespace: ${namespace}`]),
    'sources:',
    ...sources,
  ];
  const stack = {path: 'stack.yaml', text: `${text.join('\n')}\n`};
  return projectDirectory(directory) === undefined ? [{path: 'project.yaml', text: projectText(name)}, stack] : [stack];
}
