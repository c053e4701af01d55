import type {CreatedFromSecrets, MadeWorkspace} from '../../../app/workspace/create-from-secrets.ts';
import {count} from '../../count.ts';
import {failureText} from '../../failure-text.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';

const OUTCOMES = ['created', 'updated', 'unchanged', 'failed'] as const satisfies readonly MadeWorkspace['outcome'][];

/** A line for each workspace, then how many of which kind. */
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
    without === 0 ? '' : ` ${count(without, 'other Secret')} there ${without === 1 ? 'has' : 'have'} no such key.`;
  return `${table(['NAME', 'OUTCOME', 'SECRET', 'REMARKS'], rows, style)}${printable(
    `${counts.join(', ')}, in ${backend}. They lead through ${through} (${server}).${others}`,
  )}\n`;
}
