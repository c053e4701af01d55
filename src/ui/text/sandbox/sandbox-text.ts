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

/** What is wrong with one that cannot be read, and what to do about it, stands below: it would make the table too wide to read. */
export const sandboxStatusText = ({sandboxes}: SandboxesFound, style: Style): string =>
  [
    table(
      ['NAME', 'HOLDS', 'SERVED', 'WHERE'],
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
  objects === undefined ? 'nothing yet' : `${count(objects, 'object')}, ${sizeText(bytes)}`;

const servedBy = ({served}: Status): string =>
  served === undefined ? 'no' : `${served.server}, process ${served.pid}`;

const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Asks before a sandbox is emptied, with what it holds. */
export const resetQuestion = (found: FoundSandbox): string =>
  `Remove all that the sandbox ${found.name} holds (${'failure' in found ? 'it cannot be read' : holds(found)})?`;

/** A workspace is bound to the cluster that it led to first: the next one of that name is another. */
export function sandboxResetText({name, outcome}: SandboxReset): string {
  if (outcome === 'declined') return 'Nothing was changed.\n';
  if (outcome === 'absent') return printable(`The sandbox ${name} holds nothing.`).concat('\n');
  return [
    `The sandbox ${name} is empty: the next command makes another cluster of that name.`,
    `Workspaces that lead to it are bound to the one that is gone: "gantry workspace trust ${name === DEFAULT_SANDBOX ? name : 'WORKSPACE'}" binds them to the new one.`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** The answer of `gantry sandbox serve` once it listens, with the next command. */
export function sandboxServedText({name, server, owner}: ServedSandbox): string {
  const workspace = name === DEFAULT_SANDBOX ? name : 'WORKSPACE';
  return [
    `The sandbox ${name} is at ${server}, until Ctrl-C.`,
    ...(owner ? [] : ['Another process serves it; when that one ends, this one takes over.']),
    `In another terminal:  eval "$(gantry env -w ${workspace})"  or  gantry kubeconfig -w ${workspace} --merge --exec`,
    ...(name === DEFAULT_SANDBOX ? [] : [`WORKSPACE is one whose context says "cluster: sandbox/${name}".`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}
