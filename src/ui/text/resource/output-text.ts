import type {OutputList} from '../../../app/resource/list-outputs.ts';
import type {Json} from '../../../core/json.ts';
import {printable, printableLines} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {facts} from '../../table.ts';

/** Returns the outputs of a stack, one a line. */
export function outputListText({project, stack, workspace, outputs}: OutputList, style: Style): string {
  if (outputs.length === 0) return `${printable(`${project}/${stack} in ${workspace} has no outputs.`)}\n`;
  return facts(
    outputs.map(({name, sensitive, value = null}) => [name, sensitive ? '***' : JSON.stringify(value)]),
    style,
  );
}

/** Returns the value of the only output: a text as it is, for a shell, and anything else as JSON. */
export const outputText = ({outputs}: OutputList): string => `${printableLines(shown(outputs[0]?.value ?? null))}\n`;

const shown = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
