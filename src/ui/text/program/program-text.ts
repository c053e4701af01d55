import type {DescribedKubeconfig} from '../../../app/programs/describe-kubeconfig.ts';
import type {MergedKubeconfig, UnmergedKubeconfig} from '../../../app/programs/merge-kubeconfig.ts';
import type {Started} from '../../../app/programs/started.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

/** Returns the workspace of a program, printed when the program starts. */
export const startedText = ({name, from, server, unmarked}: Started, {paint}: Style): string =>
  [
    `workspace ${name} (from ${from}): ${server}`,
    ...(unmarked === undefined ? [] : [`the prompt of ${unmarked} does not show the workspace; "exit" leaves it`]),
  ]
    .map((line) => `${paint.dim(printable(line))}\n`)
    .join('');

/** Returns the result of `gantry kubeconfig` without flags. */
export function describedText(
  {workspace, from, field, server, context, entry, file}: DescribedKubeconfig,
  style: Style,
): string {
  const where = shownFile(file, style.cwd);
  return [
    facts(
      [
        ['workspace', `${workspace} (from ${from})`],
        ['kubeconfig', `${field}, context ${context}`],
        ['cluster', server],
      ],
      style,
    ),
    'Nothing was written. Possible commands:',
    '  gantry exec -- kubectl get pods      one command, without a lasting file',
    `  gantry kubeconfig --merge            add the context ${entry} to ${printable(where)}; --set-current makes it the current one`,
    '  gantry kubeconfig --print > FILE     write a separate kubeconfig',
    '  … --exec                             without credentials: kubectl calls "gantry credential" for them',
    `  gantry kubeconfig --unmerge          remove ${entry} again`,
    '',
  ].join('\n');
}

/** Returns the result of `gantry kubeconfig --merge`. */
export function mergedText(
  {workspace, file, entry, change, current, withLogin, rewritten}: MergedKubeconfig,
  style: Style,
): string {
  const where = shownFile(file, style.cwd);
  const what = {added: 'now has', replaced: 'has a new', unchanged: 'already has'}[change];
  return [
    `${where} ${what} context ${entry}, for the workspace ${workspace}${withLogin ? '; it contains no credential and logs in by calling Gantry' : ''}.`,
    current === entry ? 'It is the current context.' : `Use it with kubectl --context ${entry}.`,
    ...(rewritten ? [REWRITTEN] : []),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** Returns the result of `gantry kubeconfig --unmerge`. */
export function unmergedText({file, entry, removed, wasCurrent, rewritten}: UnmergedKubeconfig, style: Style): string {
  const where = shownFile(file, style.cwd);
  return [
    removed ? `Removed the context ${entry} from ${where}.` : `${where} has no context ${entry}: nothing was changed.`,
    ...(wasCurrent ? ['It was the current context. Now there is none.'] : []),
    ...(rewritten ? [REWRITTEN] : []),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

const REWRITTEN = 'The file was rewritten: its comments are lost.';
