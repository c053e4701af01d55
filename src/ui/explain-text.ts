import type {ExplainedKubeconfig, WorkspaceExplanation} from '../app/workspace/explain-workspace.ts';
import {describeSource, type ValueSource} from '../core/workspace/value-source.ts';
import {shownFile} from './diagnostic-text.ts';
import {failureText} from './failure-text.ts';
import {errorBody} from './json.ts';
import {printable} from './printable.ts';
import type {Style} from './style.ts';
import {facts, table} from './table.ts';

/** Which workspace, where its kubeconfig leads, and for every value where it comes from and what it shadows. */
export function explanationText({workspace, kubeconfig, values}: WorkspaceExplanation, style: Style): string {
  const file = workspace.place === 'file' ? shownFile(workspace.file, style.cwd) : `backend: ${workspace.file}`;
  const head = facts(
    [['Workspace', `${workspace.name} (from ${workspace.from}, ${file})${workspace.suspended ? ', suspended' : ''}`]],
    style,
  );
  const rows = values.flatMap(({name, value, source, shadowed}) => [
    [name, value, sourceText(source, style)],
    ...shadowed.map((one) => [`  shadows ${one.name}`, one.value, sourceText(one.source, style)]),
  ]);
  return [
    head,
    kubeconfig === undefined ? '' : kubeconfigText(kubeconfig, style),
    rows.length === 0 ? '' : `\n${table(['NAME', 'VALUE', 'SOURCE'], rows, style)}`,
  ].join('');
}

function kubeconfigText(
  {field, files, context, cluster, user, namespace, server, failure}: ExplainedKubeconfig,
  style: Style,
): string {
  const shown = facts(
    [
      [
        'Kubeconfig',
        `${field}${files === undefined ? '' : ` (${files.map((file) => shownFile(file, style.cwd)).join(', ')})`}`,
      ],
      ['Context', context],
      ['Cluster', cluster],
      ['User', user],
      ['Namespace', namespace],
      ['Server', server],
    ],
    style,
  );
  return failure === undefined
    ? shown
    : `${shown}${style.paint.bad('broken')}: ${printable(failureText(failure).message)}\n`;
}

/** With the file as the user would type it. */
const sourceText = (source: ValueSource, {cwd}: Style): string =>
  describeSource(source.kind === 'context' ? {...source, file: shownFile(source.file, cwd)} : source);

/** For machines: failures with their words. */
export function explanationDocument({kubeconfig, failure, ...rest}: WorkspaceExplanation): unknown {
  const {failure: broken, ...shown} = kubeconfig ?? {};
  return {
    ...rest,
    ...(kubeconfig === undefined
      ? {}
      : {kubeconfig: broken === undefined ? shown : {...shown, error: errorBody(broken)}}),
    ...(failure === undefined ? {} : {error: errorBody(failure)}),
  };
}
