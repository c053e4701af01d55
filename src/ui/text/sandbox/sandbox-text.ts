import type {SandboxReset} from '../../../app/sandbox/reset-sandbox.ts';
import type {FoundSandbox, SandboxesFound} from '../../../app/sandbox/sandbox-status.ts';
import type {ServedSandbox} from '../../../app/sandbox/serve-sandbox.ts';
import {DEFAULT_SANDBOX} from '../../../core/workspace/sandbox-name.ts';
import {count} from '../../count.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {failureText} from '../../failure-text.ts';
import type {FailureText} from '../../failure-words.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

type Status = Extract<FoundSandbox, {readonly bytes: number}>;

/** Returns the table of sandboxes. Errors and hints are printed below the table, because they would make it too wide. */
export const sandboxStatusText = ({sandboxes}: SandboxesFound, style: Style): string =>
  [
    table(
      ['NAME', 'CONTENT', 'SERVED', 'DIRECTORY'],
      sandboxes.map((one) =>
        'failure' in one
          ? [one.name, 'cannot be read', '', '']
          : [one.name, holds(one), servedBy(one), shownFile(one.directory, style.cwd)],
      ),
      style,
    ),
    ...sandboxes.flatMap((one) => ('failure' in one ? [unreadable(failureText(one.failure))] : [])),
  ].join('\n');

const unreadable = ({message, hint}: FailureText): string =>
  [message, ...(hint === undefined ? [] : [hint])].map((line) => `${printable(line)}\n`).join('');

const holds = ({objects, bytes}: Status): string =>
  objects === undefined ? 'empty' : `${count(objects, 'object')}, ${sizeText(bytes)}`;

const servedBy = ({served}: Status): string =>
  served === undefined ? 'no' : `${served.server}, process ${served.pid}`;

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Returns the question before a sandbox is reset, with its content. */
export const resetQuestion = (found: FoundSandbox): string =>
  `Delete everything in the sandbox ${found.name} (${'failure' in found ? 'it cannot be read' : holds(found)})?`;

/** Returns the result of `gantry sandbox reset`. Workspaces stay bound to the deleted cluster; the next one with that name is another cluster. */
export function sandboxResetText({name, outcome}: SandboxReset): string {
  if (outcome === 'declined') return 'Nothing was changed.\n';
  if (outcome === 'absent') return printable(`The sandbox ${name} is already empty.`).concat('\n');
  return [
    `The sandbox ${name} is empty. The next command creates a new cluster with that name.`,
    `Workspaces that use it are bound to the deleted cluster. Bind them to the new one with "gantry workspace trust ${name === DEFAULT_SANDBOX ? name : 'WORKSPACE'}".`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** Returns the text of `gantry sandbox serve` when it listens, with the next command. */
export function sandboxServedText({name, server, owner}: ServedSandbox): string {
  const workspace = name === DEFAULT_SANDBOX ? name : 'WORKSPACE';
  return [
    `The sandbox ${name} is served at ${server} until Ctrl-C.`,
    ...(owner ? [] : ['Another process serves it now. When that process ends, this one takes over.']),
    `In another terminal:  eval "$(gantry env -w ${workspace})"  or  gantry kubeconfig -w ${workspace} --merge --exec`,
    ...(name === DEFAULT_SANDBOX ? [] : [`WORKSPACE is a workspace with "cluster: sandbox/${name}" in its context.`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}
