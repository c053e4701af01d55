import type {ValueExplanation} from '../../../app/explain-value.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {layersText} from './layers-text.ts';
import {longValue} from './long-value.ts';

/** Returns the value, and the layers that changed it. The last layer set it. */
export function explainValueText(explanation: ValueExplanation, style: Style): string {
  const {id, path, value, layers, references} = explanation;
  const is = value === undefined ? 'is not set' : `is ${longValue(value)}`;
  return [
    printable(`${path} of ${id} ${is}.`).concat('\n'),
    layersText(layers, style),
    ...references.map(reference),
  ].join('');
}

const reference = ({text, id, path, value}: ValueExplanation['references'][number]): string =>
  `${printable(text)} is ${printable(path)} of ${printable(id)}${value === undefined ? ', known after it is created' : `: ${printable(longValue(value))}`}\n`;
