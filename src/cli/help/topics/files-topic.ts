import {fileFields} from '../../../app/explain-field.ts';
import {page} from '../page.ts';

const PLACES = [
  ['project', 'project.yaml, in the directory of the project'],
  ['stack', 'stack.yaml, in a directory of the stack below it'],
  ['workspace', 'workspaces/NAME.yaml of the project, or kept in the backend'],
  ['patches', 'patches/WORKSPACE.yaml, beside stack.yaml'],
  ['config', '$GANTRY_HOME/config.yaml'],
  ['spec', 'a file that --spec-file or a source in stack.yaml names'],
] as const;

/** Returns the page about the files that users write. */
export const filesTopic = (): string =>
  page('Files', [
    {text: 'You write these files in YAML. Unknown fields are errors.'},
    {rows: PLACES.map(([name, place]) => [name, `${place}. ${fileFields(name).description}`])},
    {text: 'To list all files, and the fields of a file:'},
    {lines: ['gantry explain', 'gantry explain stack', 'gantry explain workspace.context --recursive']},
    {
      text: 'Gantry keeps its own files in $GANTRY_HOME (default ~/.gantry): releases, locks, consents (gantry workspace allow), logins and caches. If a backend is configured, the backend stores the releases and locks.',
    },
    {text: 'For editors, the npm package contains JSON Schemas: schemas/stack.schema.json and others.'},
    {text: 'Every field of every file: docs/reference/'},
  ]);
