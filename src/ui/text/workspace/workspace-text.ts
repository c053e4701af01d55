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
import {shownFile} from '../../diagnostic-text.ts';
import {failureText} from '../../failure-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {placeText} from './place-text.ts';

/** A `*` marks the current one. */
export function workspaceListText({current, workspaces}: WorkspaceList, style: Style, selector?: string): string {
  const rows = workspaces.map((one) => [one.current ? '*' : ' ', one.name, placeText(one, style), remarksOn(one)]);
  const why =
    current === undefined
      ? 'none is chosen'
      : `${current.name}, from ${current.from}${current.found ? '' : ', but there is no such workspace'}`;
  if (rows.length === 0 && selector !== undefined) return `No workspace has the labels ${printable(selector)}.\n`;
  if (rows.length === 0)
    return 'There is no workspace yet: make one with "gantry workspace create NAME --kubeconfig FILE".\n';
  return `${table([' ', 'NAME', 'WHERE', 'REMARKS'], rows, style)}\nCurrent: ${printable(why)}.\n`;
}

function remarksOn({labels, extends: base, shadowed, suspended, failure}: ListedWorkspace): string {
  return [
    ...Object.entries(labels).map(([key, value]) => `${key}=${value}`),
    ...(base === undefined ? [] : [`extends ${base}`]),
    ...(suspended ? ['suspended'] : []),
    ...(shadowed ? ['hidden by the one of the project'] : []),
    ...(failure === undefined ? [] : [failureText(failure).message]),
  ].join(', ');
}

/** The answer of `gantry workspace create`. */
export const createdText = ({name, file, backend, kubeContext, shadowedBy}: CreatedWorkspace): string =>
  printable(
    `The workspace ${name} is kept in ${backend} as ${file}.${kubeContext === undefined ? '' : ` It uses the context ${kubeContext} of its kubeconfig.`}${shadowedBy === undefined ? '' : ` Inside of this project ${shadowedBy} is used in its place.`}`,
  ).concat('\n');

/** Comment lines above the file that `gantry workspace show` prints. */
export const shownWorkspaceHead = (shown: ShownWorkspace, style: Style): string =>
  [`${printable(shown.name)} (from ${shown.from}), ${placeText(shown, style)}`, ...inheritedLines(shown, style)]
    .map((line) => style.paint.dim(`# ${line}`).concat('\n'))
    .join('');

/** One line for each base: what it says that the workspace itself does not. */
function inheritedLines({extends: bases = [], inherited = [], place}: ShownWorkspace, style: Style): readonly string[] {
  return bases.map((base) => {
    const said = inherited.filter(({file}) => resolve(style.cwd, file) === resolve(style.cwd, base));
    const values = said.map(({path, line}) => `${path} (line ${line})`).join(', ');
    return `extends ${placeText({place, file: base}, style)}: ${printable(values === '' ? 'nothing of it is left' : values)}`;
  });
}

/** The answer of `gantry workspace switch`, with what overrides the choice. */
export const switchedText = (switched: SwitchedWorkspace, style: Style): string =>
  `Switched to ${printable(switched.name)} (${placeText(switched, style)}).${
    switched.overriddenBy === undefined ? '' : ` Here ${switched.overriddenBy} ranks higher and still decides.`
  }${switched.withoutEffect === true ? WITHOUT_TERMINAL : ''}\n`;

const WITHOUT_TERMINAL =
  ' It has no effect here, without a terminal: scripts and pipelines choose with -w or GANTRY_WORKSPACE.';

/** The text itself, byte by byte, or where it was written. */
export const exportedText = (exported: ExportedWorkspace, style: Style): string =>
  'text' in exported
    ? exported.text
    : printable(
        `The workspace ${exported.name} is written to ${shownFile(exported.out, style.cwd)}.${
          exported.plaintext.length === 0
            ? ''
            : ` It holds credentials in plain text: ${exported.plaintext.join(', ')}.`
        }`,
      ).concat('\n');

/** Why it is the one: on stderr, so that stdout is the name alone. */
export const currentText = (current: CurrentWorkspace, style: Style): string =>
  style.paint
    .dim(`from ${current.from}, ${placeText(current, style)}${current.suspended ? ', suspended' : ''}`)
    .concat('\n');

/** The answer of `gantry workspace delete`, with what still refers to the workspace. */
export const deletedText = ({name, leftBehind, needed, wasSwitch}: DeletedWorkspace, {paint}: Style): string =>
  [
    `The workspace ${printable(name)} is deleted; its releases stay.\n`,
    ...leftBehind.map(
      (stack) => `${paint.warn('left behind')} ${printable(stack)}: its resources are still in the cluster\n`,
    ),
    ...needed.map((one) => `${paint.warn('needs it')} ${printable(one)}\n`),
    wasSwitch ? 'You were switched to it, and are now switched to none.\n' : '',
  ].join('');

/** The answer of `gantry workspace trust`, with the identity before and now. */
export function trustedText({name, before, now}: TrustedWorkspace, style: Style): string {
  const same = before !== undefined && before.identity === now.identity && before.server === now.server;
  const was = before === undefined ? 'none' : `${before.identity}, ${before.server}`;
  return `The workspace ${printable(name)} ${same ? 'was bound to this cluster already' : 'is bound to this cluster now'}.\n${facts(
    [
      ['Server', now.server],
      ['Version', now.version],
      ['Identity', `${now.identity} (${now.method})`],
      ['Before', same ? undefined : was],
    ],
    style,
  )}`;
}
