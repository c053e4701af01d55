import type {Command} from 'commander';
import type {WorkspaceEdits} from '../../app/workspace/workspace-edits.ts';
import {defined} from '../../lib/defined.ts';
import {usageError} from '../usage.ts';
import {collect} from './collect.ts';

/** The flags that describe a change of a stored workspace. */
export type WorkspaceEditFlags = {
  readonly file?: string;
  readonly set?: readonly string[];
  readonly unset?: readonly string[];
  readonly kubeconfig?: string;
  readonly kubeContext?: string | undefined;
  readonly suspend?: boolean;
  readonly resume?: boolean;
  readonly allowPlaintext?: boolean;
};

/** Adds the flags that describe a change of a stored workspace. */
export const workspaceEditFlags = (command: Command): Command =>
  command
    .option('-f, --file <file>', 'replace the whole workspace with this file')
    .option('--set <key=value>', 'set one value, for example context.AWS_REGION=eu-west-1 (repeatable)', collect)
    .option('--unset <key>', 'remove one value (repeatable)', collect)
    .option('--kubeconfig <file>', 'use this kubeconfig from now on')
    .option('--kube-context <name>', 'use this context of the kubeconfig')
    .option('--suspend', 'refuse apply and destroy from now on')
    .option('--resume', 'allow apply and destroy again')
    .option('--allow-plaintext', 'allow storing credentials in plain text where others can read them');

/** Returns the change that the flags describe. @throws GantryError `input/usage` */
export function readWorkspaceEdits({suspend, resume, ...flags}: WorkspaceEditFlags): WorkspaceEdits & {
  readonly file?: string;
  readonly allowPlaintext?: boolean;
} {
  if (suspend === true && resume === true) throw usageError('--suspend and --resume cannot be used together.');
  const {file, set, unset, kubeconfig, kubeContext, allowPlaintext} = flags;
  const suspended = suspend === true ? true : resume === true ? false : undefined;
  return defined({file, set, unset, kubeconfig, kubeContext, allowPlaintext, suspended});
}
