import type {CreatedFromSecrets, MadeWorkspace} from '../../../app/workspace/create-from-secrets.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

const OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const satisfies readonly MadeWorkspace['outcome'][];

/** Returns a line for each workspace, then the number of each outcome. */
export function madeText(made: CreatedFromSecrets, style: Style): string {
  const {workspaces, backend, through, server, without} = made;
  const rows = workspaces.map(({name, outcome, secret, failure}) => [
    name,
    outcome,
    `${secret.namespace}/${secret.name}`,
    failure === undefined ? '' : failureText(failure).message,
  ]);
  const counts = OUTCOMES.flatMap((outcome) => {
    const number = workspaces.filter((one) => one.outcome === outcome).length;
    return number === 0 ? [] : [`${number} ${outcome}`];
  });
  const others =
    without === 0 ? '' : ` ${count(without, 'other Secret')} there ${without === 1 ? 'does' : 'do'} not have this key.`;
  return `${table(['NAME', 'OUTCOME', 'SECRET', 'REMARKS'], rows, style)}${printable(
    `${counts.join(', ')}, in ${backend}. Their kubeconfigs are read from the cluster of ${through} (${server}).${others}`,
  )}\n`;
}
