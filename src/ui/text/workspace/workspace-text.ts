import {resolve} from 'node:path';
import type {DeletedWorkspace} from '../../../app/workspace/delete-workspace.ts';
import type {ExportedWorkspace} from '../../../app/workspace/export-workspace.ts';
import type {ListedWorkspace, WorkspaceList} from '../../../app/workspace/list-workspace.ts';
import type {
  CreatedWorkspace,
  CurrentWorkspace,
  ShownWorkspace,
  SwitchedWorkspace,
  TrustedWorkspace,
} from '../../../config/documents/workspace-output.ts';
import {scopedName} from '../../../core/workspace/workspace-scope.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {failureText} from '../../failure-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {ambiguousText} from './ambiguous-text.ts';
import {placeText} from './place-text.ts';

/** Returns the table of workspaces. A `*` marks the current one. */
export function workspaceListText({current, workspaces}: WorkspaceList, style: Style, selector?: string): string {
  const twice = namedTwice(workspaces);
  const rows = workspaces.map((one) => [
    one.current ? '*' : ' ',
    one.scope !== undefined && twice.has(one.name) ? scopedName(one.scope, one.name) : one.name,
    placeText(one, style),
    remarksOn(one),
  ]);
  const why =
    current === undefined
      ? 'none is selected'
      : `${current.name}, from ${current.from}${current.found ? '' : ', but this workspace does not exist'}`;
  if (rows.length === 0 && selector !== undefined) return `No workspace has the labels ${printable(selector)}.\n`;
  if (rows.length === 0)
    return 'No workspaces yet. Create one with "gantry workspace create NAME --kubeconfig FILE".\n';
  return `${table([' ', 'NAME', 'WHERE', 'REMARKS'], rows, style)}\nCurrent: ${printable(why)}.\n`;
}

/** Returns the names that the user and others have: only with a scope they lead to one workspace. */
function namedTwice(workspaces: readonly ListedWorkspace[]): ReadonlySet<string> {
  const byName = Map.groupBy(workspaces, ({name}) => name);
  const twice = [...byName].filter(([, all]) => new Set(all.flatMap(({scope}) => scope ?? [])).size > 1);
  return new Set(twice.map(([name]) => name));
}

function remarksOn({labels, extends: base, shadowed, suspended, protected: guarded, failure}: ListedWorkspace): string {
  return [
    ...Object.entries(labels).map(([key, value]) => `${key}=${value}`),
    ...(base === undefined ? [] : [`extends ${base}`]),
    ...(suspended ? ['suspended'] : []),
    ...(guarded ? ['protected'] : []),
    ...(shadowed ? ['hidden by the workspace of the project'] : []),
    ...(failure === undefined ? [] : [failureText(failure).message]),
  ].join(', ');
}

/** Returns the result of `gantry workspace create`. */
export function createdText({name, scope, file, backend, kubeContext, ...same}: CreatedWorkspace): string {
  const sentences = [
    `The workspace ${name} is stored in ${backend} as ${file}.`,
    ...(kubeContext === undefined ? [] : [`It uses the context ${kubeContext} of its kubeconfig.`]),
    scope === 'mine' ? 'It is yours, and every project finds it.' : 'Everyone who uses this backend finds it.',
    ...(same.shadowedBy === undefined ? [] : [`In this project, ${same.shadowedBy} is used in its place.`]),
    ...(same.ambiguous === undefined ? [] : [ambiguousText(name, same.ambiguous)]),
  ];
  return printable(sentences.join(' ')).concat('\n');
}

/** Returns the comment lines above the file that `gantry workspace show` prints. */
export const shownWorkspaceHead = (shown: ShownWorkspace, style: Style): string =>
  [`${printable(shown.name)} (from ${shown.from}), ${placeText(shown, style)}`, ...inheritedLines(shown, style)]
    .map((line) => style.paint.dim(`# ${line}`).concat('\n'))
    .join('');

/** Returns a line for each base, with the values that the workspace inherits from it. */
function inheritedLines({extends: bases = [], inherited = [], place}: ShownWorkspace, style: Style): readonly string[] {
  return bases.map((base) => {
    const said = inherited.filter(({file}) => resolve(style.cwd, file) === resolve(style.cwd, base));
    const values = said.map(({path, line}) => `${path} (line ${line})`).join(', ');
    return `extends ${placeText({place, file: base}, style)}: ${printable(values === '' ? 'no values are inherited' : values)}`;
  });
}

/** Returns the result of `gantry workspace switch`, with the setting that overrides the choice. */
export const switchedText = (switched: SwitchedWorkspace, style: Style): string =>
  `Switched to ${printable(switched.name)} (${placeText(switched, style)}).${
    switched.overriddenBy === undefined
      ? ''
      : ` Here ${switched.overriddenBy} has a higher priority and is used instead.`
  }${switched.withoutEffect === true ? WITHOUT_TERMINAL : `\n${WHAT_MOVED}`}\n`;

const WHAT_MOVED =
  'Commands without -w now use it in all your terminals. The current context of your kubeconfig stays, and so do shells of "gantry shell" and "gantry env".';

const WITHOUT_TERMINAL =
  ' This has no effect here, because there is no terminal. In scripts and pipelines, use -w or GANTRY_WORKSPACE.';

/** Returns the exact text of the workspace file, or the path that it was written to. */
export const exportedText = (exported: ExportedWorkspace, style: Style): string =>
  'text' in exported
    ? exported.text
    : printable(
        `The workspace ${exported.name} was written to ${shownFile(exported.out, style.cwd)}.${
          exported.plaintext.length === 0
            ? ''
            : ` It contains credentials in plain text: ${exported.plaintext.join(', ')}.`
        }`,
      ).concat('\n');

/** Returns why the workspace is the current one. It goes to stderr, so that stdout contains only the name. */
export const currentText = (current: CurrentWorkspace, style: Style): string =>
  style.paint
    .dim(`from ${current.from}, ${placeText(current, style)}${current.suspended ? ', suspended' : ''}`)
    .concat('\n');

/** Returns the result of `gantry workspace delete`, with everything that still refers to the workspace. */
export const deletedText = ({name, leftBehind, needed, wasSwitch}: DeletedWorkspace, {paint}: Style): string =>
  [
    `The workspace ${printable(name)} was deleted; its releases are kept.\n`,
    ...leftBehind.map(
      (stack) => `${paint.warn('left behind')} ${printable(stack)}: its resources are still in the cluster\n`,
    ),
    ...needed.map((one) => `${paint.warn('still refers to it')} ${printable(one)}\n`),
    wasSwitch ? 'It was your current workspace. Now no workspace is selected.\n' : '',
  ].join('');

/** Returns the result of `gantry workspace trust`, with the identity before and now. */
export function trustedText({name, before, now}: TrustedWorkspace, style: Style): string {
  if (now.method === 'no-cluster')
    return `The workspace ${printable(name)} is bound to no cluster. The next run binds it to its present accounts.\n`;
  const same = before !== undefined && before.identity === now.identity && before.server === now.server;
  const was = before === undefined ? 'none' : `${before.identity}, ${before.server}`;
  return `The workspace ${printable(name)} ${same ? 'was already bound to this cluster' : 'is now bound to this cluster'}.\n${facts(
    [
      ['Server', now.server],
      ['Version', now.version],
      ['Identity', `${now.identity} (${now.method})`],
      ['Before', same ? undefined : was],
    ],
    style,
  )}`;
}
