import type {ExplainedKubeconfig, WorkspaceExplanation} from '../../../app/workspace/explain-workspace.ts';
import {describeSource, type ValueSource} from '../../../core/workspace/value-source.ts';
import {shownFile} from '../../diagnostic-text.ts';
import {failureText} from '../../failure-text.ts';
import {errorBody} from '../../json.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts, table} from '../../table.ts';
import {placeText} from './place-text.ts';

/** Returns the text of `gantry workspace explain`: the workspace, its kubeconfig, and for each value its source and what it shadows. */
export function explanationText({workspace, kubeconfig, values}: WorkspaceExplanation, style: Style): string {
  const about = `${workspace.name} (from ${workspace.from}, ${placeText(workspace, style)})${workspace.suspended ? ', suspended' : ''}`;
  const broken = kubeconfig?.failure;
  const rows = values.flatMap(({name, value, source, shadowed}) => [
    [name, value, sourceText(source, style)],
    ...shadowed.map((one) => [`  shadows ${one.name}`, one.value, sourceText(one.source, style)]),
  ]);
  return [
    facts(
      [['Workspace', about], ...(kubeconfig === undefined ? [] : kubeconfigFacts(kubeconfig, loginOf(values), style))],
      style,
    ),
    broken === undefined ? '' : `${style.paint.bad('broken')}: ${printable(failureText(broken).message)}\n`,
    rows.length === 0 ? '' : `\n${table(['NAME', 'VALUE', 'SOURCE'], rows, style)}`,
  ].join('');
}

/** Returns the user of a workspace with a login. The user in the kubeconfig is then not used. */
const loginOf = (values: WorkspaceExplanation['values']): string | undefined => {
  const issuer = values.find(({name}) => name === 'identity.oidc.issuer');
  return issuer && `the user who has logged in at ${issuer.value}`;
};

function kubeconfigFacts(
  kubeconfig: ExplainedKubeconfig,
  login: string | undefined,
  {cwd}: Style,
): (readonly [string, string | undefined])[] {
  const {field, files, address, context, cluster, user, namespace, server} = kubeconfig;
  const paths = files === undefined ? '' : ` (${files.map((file) => shownFile(file, cwd)).join(', ')})`;
  const place = address === undefined ? paths : ` (${address}; not fetched)`;
  return [
    ['Kubeconfig', `${field}${place}`],
    ['Context', context],
    ['Cluster', cluster],
    ['User', login ?? user],
    ['Namespace', namespace],
    ['Server', server],
  ];
}

/** Describes the source of a value, with its file as the user would type it. */
const sourceText = (source: ValueSource, {cwd}: Style): string =>
  describeSource('file' in source ? {...source, file: shownFile(source.file, cwd)} : source);

/** Returns the JSON document. Failures include their texts. */
export function explanationDocument({kubeconfig, failure, ...rest}: WorkspaceExplanation): unknown {
  const {failure: broken, ...shown} = kubeconfig ?? {};
  return {
    ...rest,
    kubeconfig:
      kubeconfig === undefined ? undefined : broken === undefined ? shown : {...shown, error: errorBody(broken)},
    error: failure && errorBody(failure),
  };
}
