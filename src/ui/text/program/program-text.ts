import type {DescribedKubeconfig} from '../../../app/programs/describe-kubeconfig.ts';
import type {MergedKubeconfig, UnmergedKubeconfig} from '../../../app/programs/merge-kubeconfig.ts';
import type {Started} from '../../../app/programs/started.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

/** Says at the start of a shell which workspace it is for. */
export const startedText = ({name, from, server, unmarked}: Started, {paint}: Style): string =>
  [
    `workspace ${name} (from ${from}): ${server}`,
    ...(unmarked === undefined ? [] : [`the prompt of ${unmarked} is not marked; "exit" leaves the workspace`]),
  ]
    .map((line) => `${paint.dim(printable(line))}\n`)
    .join('');

/** The answer of `gantry kubeconfig` without flags. */
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
    'Nothing was written. What there is:',
    '  gantry exec -- kubectl get pods      one command, without any file that stays',
    `  gantry kubeconfig --merge            as the context ${entry} in ${printable(where)}; --set-current makes it the current one`,
    '  gantry kubeconfig --print > FILE     a kubeconfig of its own',
    '  … --exec                             without credentials: kubectl asks "gantry credential" for them',
    `  gantry kubeconfig --unmerge          takes ${entry} out again`,
    '',
  ].join('\n');
}

/** The answer of `gantry kubeconfig --merge`. */
export function mergedText(
  {workspace, file, entry, change, current, withLogin, rewritten}: MergedKubeconfig,
  style: Style,
): string {
  const where = shownFile(file, style.cwd);
  const what = {added: 'now has', replaced: 'has a new', unchanged: 'already has'}[change];
  return [
    `${where} ${what} context ${entry}, for the workspace ${workspace}${withLogin ? '; it logs in by Gantry and holds no credential' : ''}.`,
    current === entry ? 'It is the current one.' : `Use it with kubectl --context ${entry}.`,
    ...(rewritten ? [REWRITTEN] : []),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

/** The answer of `gantry kubeconfig --unmerge`. */
export function unmergedText({file, entry, removed, wasCurrent, rewritten}: UnmergedKubeconfig, style: Style): string {
  const where = shownFile(file, style.cwd);
  return [
    removed ? `${where} has no context ${entry} any more.` : `${where} has no context ${entry}: nothing was changed.`,
    ...(wasCurrent ? ['It was the current one: now there is none.'] : []),
    ...(rewritten ? [REWRITTEN] : []),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

const REWRITTEN = 'The file was written anew: its comments are gone.';
